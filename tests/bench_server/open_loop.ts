import { HttpConnection } from "./http_connection.ts";
import { exactNow, keepPace } from "./pacer.ts";

/** Connections that there are: more than a server with a second of waiting at 200 a second needs. */
const CONNECTIONS = 64;

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
  using stack = new DisposableStack();
  const free: HttpConnection[] = [];
  for (let i = 0; i < CONNECTIONS; i++) {
    free.push(stack.use(await HttpConnection.open(address)));
  }
  const pace = { start: exactNow() + LEAD_MS, intervalMs: 1000 / rate, count: rate * seconds };
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const due: number[] = [];
  const answered: Promise<void>[] = [];
  const send = async (index: number, connection: HttpConnection) => {
    const { status } = await connection.send(requests[index % requests.length]!);
    latencies.push(exactNow() - (pace.start + index * pace.intervalMs));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    free.push(connection);
    sendDue();
  };
  const sendDue = () => {
    // In turn, as the server closes connections that nobody uses.
    while (due.length > 0 && free.length > 0) answered.push(send(due.shift()!, free.shift()!));
  };
  await keepPace(pace, (index) => {
    due.push(index);
    sendDue();
  });
  while (latencies.length < pace.count) await Promise.all(answered.splice(0));
  return { latencies, statuses };
}
