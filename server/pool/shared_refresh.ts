import type { RefreshReport } from "@dossier/retrieval";

/** Brings an index up to date within a time, in milliseconds; see `FreshnessOptions.maxRefreshMs`. */
export type RunRefresh = (maxRefreshMs: number | undefined) => Promise<RefreshReport>;

/**
 * One refresh at a time, for all who ask: whoever asks while one runs shares the next, as the running
 * one may have looked at a file before it was changed.
 */
export class SharedRefresh {
  readonly #run: RunRefresh;
  #running: Promise<RefreshReport> | undefined;
  #next: Promise<RefreshReport> | undefined;
  /** The longest time that any of those who share the next one gives it. */
  #nextMs: number | undefined;

  /** @param run Does the work; never called while it works. */
  constructor(run: RunRefresh) {
    this.#run = run;
  }

  /** Whether a refresh is running. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Returns what a refresh has done that began after the call. */
  ask(maxRefreshMs: number | undefined): Promise<RefreshReport> {
    if (this.#running === undefined) return this.#start(maxRefreshMs);
    if (this.#next === undefined) {
      this.#nextMs = maxRefreshMs;
      const start = () => {
        this.#next = undefined;
        return this.#start(this.#nextMs);
      };
      this.#next = this.#running.then(start, start);
    } else this.#nextMs = longer(this.#nextMs, maxRefreshMs);
    return this.#next;
  }

  #start(maxRefreshMs: number | undefined): Promise<RefreshReport> {
    const running = this.#run(maxRefreshMs).finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}

/** Returns the longer of two times; none stands for what the engine takes by itself, the longest. */
function longer(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : Math.max(a, b);
}
