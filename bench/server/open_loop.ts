import { HttpConnection } from "./http_connection.ts";
import { exactNow, keepPace } from "./pacer.ts";

/** Fewest connections that there are, and for how many seconds of requests: a server holds no more than one. */
const MIN_CONNECTIONS = 64;
const CONNECTION_SECONDS = 2;

/** Status of what a server refuses as it has too much to do. */
const REFUSED = 503;

/** How long a connection may be idle before another is opened in its place, in milliseconds: servers close theirs after 15 s. */
const MAX_IDLE_MS = 10_000;

/** How long until the first request is due, in milliseconds: the thread that says so has to start. */
const LEAD_MS = 500;

/** What {@link runOpenLoop} sends, and how fast. */
export interface OpenLoopOptions {
  /** The requests, byte for byte; they are sent in turn. */
  readonly requests: readonly Uint8Array[];
  /** Requests a second. */
  readonly rate: number;
  /** How long, in seconds. */
  readonly seconds: number;
}

/** What came of it. */
export interface OpenLoopFigures {
  /** From when each request was due to its whole answer, in milliseconds. */
  readonly latencies: readonly number[];
  /** The same of those that were refused as there was too much to do, which are not among the others. */
  readonly refused: readonly number[];
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * Sends requests at a fixed rate, however long the answers take: when the server pauses, all that were due
 * meanwhile have waited, and each is counted from when it was due. A client that waits for an answer before
 * it asks again counts such a pause once.
 */
export async function runOpenLoop(
  address: Pick<Deno.NetAddr, "hostname" | "port">,
  { requests, rate, seconds }: OpenLoopOptions,
): Promise<OpenLoopFigures> {
  using free = new IdleConnections(address);
  await free.fill(Math.max(MIN_CONNECTIONS, CONNECTION_SECONDS * rate));
  const pace = { start: exactNow() + LEAD_MS, intervalMs: 1000 / rate, count: rate * seconds };
  const latencies: number[] = [];
  const refused: number[] = [];
  const statuses = new Map<number, number>();
  const due: number[] = [];
  const answered: Promise<void>[] = [];
  const send = async (index: number, taken: Promise<HttpConnection>) => {
    const connection = await taken;
    const { status } = await connection.send(requests[index % requests.length]!);
    const times = status === REFUSED ? refused : latencies;
    times.push(exactNow() - (pace.start + index * pace.intervalMs));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    free.put(connection);
    sendDue();
  };
  const sendDue = () => {
    while (due.length > 0 && free.count > 0) answered.push(send(due.shift()!, free.take()));
  };
  await keepPace(pace, (index) => {
    due.push(index);
    sendDue();
  });
  while (latencies.length + refused.length < pace.count) await Promise.all(answered.splice(0));
  return { latencies, refused, statuses };
}

/** Connections that nobody uses; the one used last is taken first, as pools of HTTP clients do. */
class IdleConnections implements Disposable {
  readonly #address: Pick<Deno.NetAddr, "hostname" | "port">;
  readonly #idle: { readonly connection: HttpConnection; readonly since: number }[] = [];

  constructor(address: Pick<Deno.NetAddr, "hostname" | "port">) {
    this.#address = address;
  }

  get count(): number {
    return this.#idle.length;
  }

  /** Opens so many connections. */
  async fill(count: number): Promise<void> {
    while (this.count < count) this.put(await HttpConnection.open(this.#address));
  }

  put(connection: HttpConnection): void {
    this.#idle.push({ connection, since: performance.now() });
  }

  async take(): Promise<HttpConnection> {
    const { connection, since } = this.#idle.pop()!;
    if (performance.now() - since < MAX_IDLE_MS) return connection;
    connection[Symbol.dispose]();
    return await HttpConnection.open(this.#address);
  }

  [Symbol.dispose](): void {
    for (const { connection } of this.#idle) connection[Symbol.dispose]();
  }
}
