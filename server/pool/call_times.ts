/**
 * Expected duration of a call before any call of its method was answered, in milliseconds: most
 * calls take as long.
 */
const FIRST_GUESS_MS = 10;

/** Number of calls that the first guess counts as. */
const FIRST_WEIGHT = 7;

/**
 * Number of calls that the mean is mostly made of. One call may take ten times as long as another,
 * so that a mean of fewer calls would let in too many.
 */
const MAX_COUNTED_CALLS = 32;

/** Durations of calls, as a running mean for each method. */
export class CallTimes {
  readonly #known = new Map<string, { readonly mean: number; readonly calls: number }>();

  /** Records the time that a thread took to answer a call, in milliseconds. */
  record(method: string, ms: number): void {
    const { mean, calls } = this.#known.get(method) ??
      { mean: FIRST_GUESS_MS, calls: FIRST_WEIGHT };
    const all = Math.min(calls + 1, MAX_COUNTED_CALLS);
    this.#known.set(method, { mean: mean + (ms - mean) / all, calls: all });
  }

  /** Returns the expected time that a thread needs for a call, in milliseconds. */
  estimate(method: string): number {
    return this.#known.get(method)?.mean ?? FIRST_GUESS_MS;
  }
}
