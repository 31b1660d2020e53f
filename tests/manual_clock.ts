/** Clock that tests advance; timers run in the order of their times. */
export class ManualClock {
  #now = 0;
  readonly #timers = new Set<{ readonly atMs: number; readonly resolve: () => void }>();

  now(): number {
    return this.#now;
  }

  wait(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (signal?.aborted) return Promise.resolve();
    const timer = { atMs: this.#now + ms, resolve };
    this.#timers.add(timer);
    signal?.addEventListener("abort", () => {
      this.#timers.delete(timer);
      resolve();
    }, { once: true });
    return promise;
  }

  /** Advances the time, and runs every timer that is due until then. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await runPendingPromises();
      const [next] = [...this.#timers].sort((a, b) => a.atMs - b.atMs);
      if (next === undefined || next.atMs > end) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.atMs);
      next.resolve();
    }
    this.#now = end;
    await runPendingPromises();
  }
}

/** Waits until no promise can proceed without a timer. */
function runPendingPromises(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
