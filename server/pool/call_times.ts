/** What a call is expected to take before any of its kind was answered, in milliseconds: most take as long. */
const FIRST_GUESS_MS = 10;

/** As many calls does the first guess stand for. */
const FIRST_WEIGHT = 7;

/**
 * About as many calls are remembered: one may take ten times as long as another, and a mean of few would let in too
 * much.
 */
const REMEMBERED = 32;

/** How long calls take, by a running mean for each method. */
export class CallTimes {
  readonly #known = new Map<string, { readonly mean: number; readonly calls: number }>();

  /** Notes how long a thread took to answer a call, in milliseconds. */
  record(method: string, ms: number): void {
    const { mean, calls } = this.#known.get(method) ??
      { mean: FIRST_GUESS_MS, calls: FIRST_WEIGHT };
    const all = Math.min(calls + 1, REMEMBERED);
    this.#known.set(method, { mean: mean + (ms - mean) / all, calls: all });
  }

  /** Returns how long a thread is expected to take for a call, in milliseconds. */
  estimate(method: string): number {
    return this.#known.get(method)?.mean ?? FIRST_GUESS_MS;
  }
}
