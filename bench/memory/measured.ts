import { cpuUsage } from "node:process";
import { percentile } from "../speed/percentile.ts";

/** Durations of calls. */
export interface Measured {
  /** Duration of each call, in milliseconds, from when it was made. */
  readonly times: readonly number[];
  /** From the first call to the end of the last, in milliseconds. */
  readonly wholeMs: number;
  /**
   * Processor time of this process meanwhile, in milliseconds, which says more than time on a busy
   * machine.
   */
  readonly processorMs: number;
}

/** Runs `work` for each number below `count`, `width` of them at once. */
export async function measure(
  { count, width = 1 }: { readonly count: number; readonly width?: number },
  work: (at: number) => Promise<unknown>,
): Promise<Measured> {
  const times: number[] = [];
  let next = 0;
  const processor = cpuUsage();
  const start = performance.now();
  await Promise.all(Array.from({ length: width }, async () => {
    while (next < count) {
      const at = next++;
      const begun = performance.now();
      await work(at);
      times.push(performance.now() - begun);
    }
  }));
  const wholeMs = performance.now() - start;
  const { user, system } = cpuUsage(processor);
  return { times, wholeMs, processorMs: (user + system) / 1000 };
}

/**
 * Returns cells: the median and the 99th percentile of the calls in milliseconds, calls per second,
 * and processor time of a call in milliseconds.
 */
export function toCells({ times, wholeMs, processorMs }: Measured): readonly string[] {
  return [
    percentile(times, 50).toFixed(2),
    percentile(times, 99).toFixed(2),
    Math.round(times.length / wholeMs * 1000).toLocaleString("en"),
    (processorMs / times.length).toFixed(2),
  ];
}
