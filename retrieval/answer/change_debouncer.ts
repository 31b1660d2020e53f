/** How long to wait after a change for the next one, in milliseconds: programs write in bursts. */
const QUIET_PERIOD_MS = 100;

/** How long a burst of changes is waited for at most, in milliseconds. */
const LONGEST_BURST_MS = 1000;

/** Says when it is time to look at what has changed: soon after the last change of a burst. */
export class ChangeDebouncer {
  readonly #signal: AbortSignal;
  #firstAt: number | undefined;
  #lastAt: number | undefined;
  #wake: (() => void) | undefined;

  /** @param signal Ends all waiting. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#wake?.());
  }

  /** Whether nothing is waited for any more. */
  get isOver(): boolean {
    return this.#signal.aborted;
  }

  /** Whether there are changes that were not taken. */
  get hasChanges(): boolean {
    return this.#lastAt !== undefined;
  }

  /** Notes a change; returns whether it is the first since they were taken. */
  record(): boolean {
    const isFirst = this.#lastAt === undefined;
    this.#lastAt = performance.now();
    this.#firstAt ??= this.#lastAt;
    if (isFirst) this.#wake?.();
    return isFirst;
  }

  /** Returns when the last change was noted, by `performance.now()`, and forgets all of them. */
  consume(): number | undefined {
    const lastAt = this.#lastAt;
    this.#firstAt = this.#lastAt = undefined;
    return lastAt;
  }

  /** Waits for a change and for the end of its burst, or until time is up without one. */
  async wait(maxMs: number | undefined): Promise<void> {
    if (!this.hasChanges) await this.#sleep(maxMs);
    while (this.#firstAt !== undefined && this.#lastAt !== undefined) {
      const dueAt = Math.min(this.#lastAt + QUIET_PERIOD_MS, this.#firstAt + LONGEST_BURST_MS);
      const left = dueAt - performance.now();
      if (left <= 0 || this.#signal.aborted) return;
      await this.#sleep(left);
    }
  }

  /** Waits for a wake-up, or until time is up; for ever without a time. */
  async #sleep(ms: number | undefined): Promise<void> {
    if (this.#signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
    this.#wake = undefined;
  }
}
