import { percentile } from "../speed/percentile.ts";
import { HttpConnection } from "./http_connection.ts";
import type { ServedProcess } from "../../tests/runs/served_process.ts";
import { runOpenLoop } from "./open_loop.ts";
import { readProcess } from "./process_figures.ts";

/** How long each load runs before it counts, in seconds. */
export const WARM_SECONDS = 5;

/** Clients that keep all threads of a server busy, and let none wait long. */
const CLIENTS = 8;

/** A load, and what is promised under it. */
export interface LoadOptions {
  /** Sent in turn; those that warm the server up come first. */
  readonly requests: readonly Uint8Array[];
  /** Requests a second. */
  readonly rate: number;
  /** How long, in seconds. */
  readonly seconds: number;
  /** What is promised, in milliseconds. */
  readonly target?: string;
}

/** Returns the cells of a row: percentiles in milliseconds, and how busy the server's process was. */
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

/** Returns how many requests a second a server answers to a few clients that wait for each answer. */
export async function measureCapacity(
  server: Pick<ServedProcess, "hostname" | "port">,
  { requests, seconds }: Pick<LoadOptions, "requests" | "seconds">,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  const ask = async () => {
    using connection = await HttpConnection.open(server);
    while (performance.now() < end) await connection.send(requests[sent++ % requests.length]!);
  };
  await Promise.all(Array.from({ length: CLIENTS }, ask));
  return sent / seconds;
}

/** Returns median, 99th percentile and the longest of some times, in milliseconds. */
export function timeCells(times: readonly number[]): string[] {
  return [50, 99, 100].map((percent) => percentile(times, percent).toFixed(1));
}
