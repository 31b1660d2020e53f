/** Time to wait after a change for the next one, in milliseconds: programs write in bursts. */
const QUIET_PERIOD_MS = 100;

/** Maximum time to wait for the end of a burst of changes, in milliseconds. */
const LONGEST_BURST_MS = 1000;

/** Waits until changes should be processed: soon after the last change of a burst. */
export class ChangeDebouncer {
  readonly #signal: AbortSignal;
  #firstAt: number | undefined;
  #lastAt: number | undefined;
  #wake: (() => void) | undefined;

  /** @param signal Aborts all waiting. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#wake?.());
  }

  /** True when it was aborted. */
  get isAborted(): boolean {
    return this.#signal.aborted;
  }

  /** True when there are unprocessed changes. */
  get hasChanges(): boolean {
    return this.#lastAt !== undefined;
  }

  /** Records a change; returns true when it is the first unprocessed one. */
  record(): boolean {
    const isFirst = this.#lastAt === undefined;
    this.#lastAt = performance.now();
    this.#firstAt ??= this.#lastAt;
    if (isFirst) this.#wake?.();
    return isFirst;
  }

  /** Returns the time of the last change, by `performance.now()`, and marks all as processed. */
  consume(): number | undefined {
    const lastAt = this.#lastAt;
    this.#firstAt = this.#lastAt = undefined;
    return lastAt;
  }

  /** Waits for a change and for the end of its burst, or until the timeout. */
  async wait(maxMs: number | undefined): Promise<void> {
    if (!this.hasChanges) await this.#sleep(maxMs);
    while (this.#firstAt !== undefined && this.#lastAt !== undefined) {
      const dueAt = Math.min(this.#lastAt + QUIET_PERIOD_MS, this.#firstAt + LONGEST_BURST_MS);
      const left = dueAt - performance.now();
      if (left <= 0 || this.#signal.aborted) return;
      await this.#sleep(left);
    }
  }

  /** Waits for a change or an abort, or until the timeout; without a timeout, forever. */
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
