import { HttpConnection } from "./http_connection.ts";
import { preciseNow, runPace } from "./pacer.ts";

/**
 * Minimum number of connections, and the number of seconds of requests for which there are enough:
 * a server holds requests for at most one second.
 */
const MIN_CONNECTIONS = 64;
const CONNECTION_SECONDS = 2;

/** Status with which an overloaded server refuses a request. */
const REFUSED = 503;

/**
 * Longest idle time of a connection before another replaces it, in milliseconds: servers close
 * theirs after 15 s.
 */
const MAX_IDLE_MS = 10_000;

/**
 * Time until the first request is due, in milliseconds, as the thread with the clock has to start.
 */
const LEAD_MS = 500;

/** Requests of {@link runOpenLoop}, and their rate. */
export interface OpenLoopOptions {
  /** Requests, byte for byte, which are sent in turn. */
  readonly requests: readonly Uint8Array[];
  /** Requests per second. */
  readonly rate: number;
  /** Duration in seconds. */
  readonly seconds: number;
}

/** Result of a run. */
export interface OpenLoopFigures {
  /** Times from when each request was due to its whole response, in milliseconds. */
  readonly latencies: readonly number[];
  /**
   * The same for requests that were refused because of overload, which are not among the others.
   */
  readonly refused: readonly number[];
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

/**
 * Sends requests at a fixed rate, independently of the response times. When the server pauses, all
 * requests that were due meanwhile have waited, and each is counted from when it was due. A client
 * that waits for each response would count such a pause once.
 */
export async function runOpenLoop(
  address: Pick<Deno.NetAddr, "hostname" | "port">,
  { requests, rate, seconds }: OpenLoopOptions,
): Promise<OpenLoopFigures> {
  using free = new IdleConnections(address);
  await free.fill(Math.max(MIN_CONNECTIONS, CONNECTION_SECONDS * rate));
  const pace = { start: preciseNow() + LEAD_MS, intervalMs: 1000 / rate, count: rate * seconds };
  const latencies: number[] = [];
  const refused: number[] = [];
  const statuses = new Map<number, number>();
  const due: number[] = [];
  const answered: Promise<void>[] = [];
  const send = async (index: number, taken: Promise<HttpConnection>) => {
    const connection = await taken;
    const { status } = await connection.send(requests[index % requests.length]!);
    const times = status === REFUSED ? refused : latencies;
    times.push(preciseNow() - (pace.start + index * pace.intervalMs));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    free.put(connection);
    sendDue();
  };
  const sendDue = () => {
    while (due.length > 0 && free.count > 0) answered.push(send(due.shift()!, free.take()));
  };
  await runPace(pace, (index) => {
    due.push(index);
    sendDue();
  });
  while (latencies.length + refused.length < pace.count) await Promise.all(answered.splice(0));
  return { latencies, refused, statuses };
}

/** Idle connections. The one used last is reused first, as in pools of HTTP clients. */
class IdleConnections implements Disposable {
  readonly #address: Pick<Deno.NetAddr, "hostname" | "port">;
  readonly #idle: { readonly connection: HttpConnection; readonly since: number }[] = [];

  constructor(address: Pick<Deno.NetAddr, "hostname" | "port">) {
    this.#address = address;
  }

  get count(): number {
    return this.#idle.length;
  }

  /** Opens a number of connections. */
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
