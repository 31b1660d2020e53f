/** What a call is expected to take before any of its kind was answered, in milliseconds: most take as long. */
const FIRST_GUESS_MS = 10;

/** How much the last call of a kind counts in its mean: about eight calls are remembered. */
const LAST_WEIGHT = 1 / 8;

/** How long calls take, by a running mean for each method. */
export class CallTimes {
  readonly #means = new Map<string, number>();

  /** Notes how long a thread took to answer a call, in milliseconds. */
  note(method: string, ms: number): void {
    const mean = this.expect(method);
    this.#means.set(method, mean + (ms - mean) * LAST_WEIGHT);
  }

  /** Returns how long a thread is expected to take for a call, in milliseconds. */
  expect(method: string): number {
    return this.#means.get(method) ?? FIRST_GUESS_MS;
  }
}

/**
 * Returns when a thread is free for a call that comes last, in milliseconds from now.
 *
 * @param busy How long each thread goes on with what it does, in milliseconds; 0 for one that is free.
 * @param waiting How long the calls before it take, in their order: each goes to the first thread that is free.
 *
 * @example
 * ```ts
 * import { expectWait } from "./call_times.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(expectWait([0, 3000], []), 0);
 * assert.equal(expectWait([20, 50], [10, 40, 5]), 55);
 * ```
 */
export function expectWait(busy: readonly number[], waiting: readonly number[]): number {
  const free = [...busy];
  for (const ms of waiting) free[free.indexOf(Math.min(...free))]! += ms;
  return Math.min(...free);
}
