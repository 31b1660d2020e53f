/** How long something took, in milliseconds. */
export interface TimeSummary {
  /** How often it was done. */
  readonly count: number;
  /** The time that half of them did not pass: of an even number, the lower of both in the middle. */
  readonly median: number;
  /** The longest time. */
  readonly max: number;
}

/** Returns the median and the longest of some times; `undefined` when there are none. */
export function summariseTimes(times: readonly number[]): TimeSummary | undefined {
  if (times.length === 0) return undefined;
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  return { count: sorted.length, median, max: sorted.at(-1) ?? 0 };
}
