import { percentile } from "../speed/percentile.ts";
import { HttpConnection } from "./http_connection.ts";
import type { ServedProcess } from "../../tests/runs/served_process.ts";
import { runOpenLoop } from "./open_loop.ts";
import { readProcess } from "./process_figures.ts";

/** Duration of the warm-up of each load, in seconds. */
export const WARM_SECONDS = 5;

/** Number of clients that keep all threads of a server busy, without a long wait. */
const CLIENTS = 8;

/** Load, and the promised latency. */
export interface LoadOptions {
  /** Requests, sent in turn; those of the warm-up come first. */
  readonly requests: readonly Uint8Array[];
  /** Requests per second. */
  readonly rate: number;
  /** Duration in seconds. */
  readonly seconds: number;
  /** Promised latency in milliseconds. */
  readonly target?: string;
}

/** Returns the cells of a row: percentiles in milliseconds, and the processor use of the server. */
export async function measureLoad(
  server: Pick<ServedProcess, "hostname" | "port" | "pid">,
  { requests, rate, seconds, target = "" }: LoadOptions,
): Promise<string[]> {
  await runOpenLoop(server, { requests, rate, seconds: WARM_SECONDS });
  const sent = (rate * WARM_SECONDS) % requests.length;
  const others = [...requests.slice(sent), ...requests.slice(0, sent)];
  const { cpuMs: before } = await readProcess(server.pid);
  const { latencies, refused, statuses } = await runOpenLoop(server, {
    requests: others,
    rate,
    seconds,
  });
  const busy = ((await readProcess(server.pid)).cpuMs - before) / (seconds * 1000);
  const failed = [...statuses].filter(([status]) => status !== 200)
    .map(([status, count]) => `, ${count} × ${status}`).join("");
  const within = refused.length === 0 ? "" : ` within ${percentile(refused, 99).toFixed(0)} (p99)`;
  return [...timeCells(latencies), `${Math.round(busy * 100)} %${failed}${within}`, target];
}

/** Returns the number of requests per second of a few clients that wait for each response. */
export async function measureCapacity(
  server: Pick<ServedProcess, "hostname" | "port">,
  { requests, seconds }: Pick<LoadOptions, "requests" | "seconds">,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  const sendRequests = async () => {
    using connection = await HttpConnection.open(server);
    while (performance.now() < end) await connection.send(requests[sent++ % requests.length]!);
  };
  await Promise.all(Array.from({ length: CLIENTS }, sendRequests));
  return sent / seconds;
}

/** Returns the median, the 99th percentile and the maximum of some times, in milliseconds. */
export function timeCells(times: readonly number[]): string[] {
  return [50, 99, 100].map((percent) => percentile(times, percent).toFixed(1));
}
