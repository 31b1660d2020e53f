import { percentile } from "../speed/percentile.ts";
import type { ServedProcess } from "../../tests/runs/served_process.ts";
import { runOpenLoop } from "./open_loop.ts";
import { readProcess } from "./process_figures.ts";

/** How long each load runs before it counts, in seconds. */
const WARM_SECONDS = 5;

/** A load, and what is promised under it. */
export interface LoadOptions {
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
  const { cpuMs: before } = await readProcess(server.pid);
  const { latencies, statuses } = await runOpenLoop(server, { requests, rate, seconds });
  const busy = ((await readProcess(server.pid)).cpuMs - before) / (seconds * 1000);
  const refused = [...statuses].filter(([status]) => status !== 200)
    .map(([status, count]) => `, ${count} × ${status}`).join("");
  return [...timeCells(latencies), `${Math.round(busy * 100)} %${refused}`, target];
}

/** Returns median, 99th percentile and the longest of some times, in milliseconds. */
export function timeCells(times: readonly number[]): string[] {
  return [50, 99, 100].map((percent) => percentile(times, percent).toFixed(1));
}
