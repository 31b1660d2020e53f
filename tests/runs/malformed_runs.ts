import { malformedRequests } from "./malformed_requests.ts";

/** Options of {@link sendMalformed}. */
export interface MalformedOptions {
  /** Number of requests. */
  readonly count: number;
  /** Makes all that is random. */
  readonly seed: number;
  /** Number of simultaneous requests. */
  readonly atOnce?: number;
}

/** Results of the requests. */
export interface MalformedFigures {
  /** Number of answers by status; 0 for a connection that was closed without an answer. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Faults, one per line; empty without any. */
  readonly failures: readonly string[];
}

/** Maximum time of an answer before the server counts as stuck, in milliseconds. */
const MAX_ANSWER_MS = 30_000;

/** Default number of simultaneous connections. */
const AT_ONCE = 8;

/** Number of requests after which an honest one is sent. */
const HONEST_EVERY = 250;

const STATUS_REGEXP = /^HTTP\/1\.[01] (\d{3})/;

/**
 * Sends requests that no honest client sends to a server on this machine, and an honest one at
 * intervals. A status of 500 or above, a request that hangs, and an honest request without an
 * answer are failures.
 */
export async function sendMalformed(
  address: Pick<Deno.NetAddr, "hostname" | "port">,
  { count, seed, atOnce = AT_ONCE }: MalformedOptions,
): Promise<MalformedFigures> {
  const statuses = new Map<number, number>();
  const failures: string[] = [];
  const requests = malformedRequests(count, seed);
  let sent = 0;
  const work = async () => {
    for (const { kind, bytes, isHalfClosed } of requests) {
      const number = sent++;
      const status = await send(address, bytes, isHalfClosed);
      if (status === undefined) failures.push(`request ${number} (${kind}) was not ended`);
      else if (status >= 500) failures.push(`request ${number} (${kind}) was answered ${status}`);
      if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (number % HONEST_EVERY === 0 && !await isAnswered(address)) {
        failures.push(`an honest request after request ${number} was not answered`);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { statuses, failures };
}

/** Returns the status of the answer, 0 without an answer, and undefined after the timeout. */
async function send(
  { hostname, port }: Pick<Deno.NetAddr, "hostname" | "port">,
  bytes: Uint8Array<ArrayBuffer>,
  isHalfClosed: boolean,
): Promise<number | undefined> {
  using connection = await Deno.connect({ hostname, port });
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), MAX_ANSWER_MS);
  const answer = (async () => {
    try {
      let rest = bytes;
      while (rest.length > 0) rest = rest.subarray(await connection.write(rest));
      if (isHalfClosed) await connection.closeWrite();
    } catch {
      // The server may have answered and closed the connection before it received everything.
    }
    return await readStatus(connection);
  })();
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function readStatus(connection: Deno.TcpConn): Promise<number> {
  const head = new Uint8Array(64);
  try {
    const length = await connection.read(head);
    const text = new TextDecoder().decode(head.subarray(0, length ?? 0));
    return Number(STATUS_REGEXP.exec(text)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function isAnswered(
  { hostname, port }: Pick<Deno.NetAddr, "hostname" | "port">,
): Promise<boolean> {
  const response = await fetch(`http://${hostname}:${port}/v1/search`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"query":"retry uploads","refresh":false}',
    signal: AbortSignal.timeout(MAX_ANSWER_MS),
  });
  await response.body?.cancel();
  return response.status === 200;
}
