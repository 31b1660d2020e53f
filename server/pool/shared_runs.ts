import type { IndexProgress, IndexReport, RefreshReport } from "@dossier/retrieval";

/** Brings an index up to date within a time, in milliseconds; see `FreshnessOptions.maxRefreshMs`. */
type RunRefresh = (maxRefreshMs: number | undefined) => Promise<RefreshReport>;

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

/** Options of an index run. */
export interface IndexRunOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called a few times a second. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** Brings an index up to date, however long it takes. */
export type RunIndex = (options: {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: IndexProgress) => void;
}) => Promise<IndexReport>;

/** A run that has not begun, and those who share it. */
interface PlannedRun {
  readonly report: Promise<IndexReport>;
  join(options: IndexRunOptions): void;
}

/**
 * One index run at a time, for all who ask: whoever asks while one goes on shares the next. It is stopped
 * when all who share it have been.
 */
export class SharedIndexRun {
  readonly #run: RunIndex;
  #last: Promise<IndexReport> | undefined;
  #next: PlannedRun | undefined;

  /** @param run Does the work; never called while it works. */
  constructor(run: RunIndex) {
    this.#run = run;
  }

  /** Whether a run goes on or is about to. */
  get isRunning(): boolean {
    return this.#last !== undefined;
  }

  /** Returns what a run has done that began after the call. */
  ask(options: IndexRunOptions): Promise<IndexReport> {
    const next = this.#next ??= this.#plan();
    next.join(options);
    return next.report;
  }

  #plan(): PlannedRun {
    const stop = new AbortController();
    const members = new Set<IndexRunOptions>();
    let isStarted = false;
    const stopUnwanted = () => {
      // Until it begins, others may come to share it.
      if (isStarted && members.size === 0) stop.abort();
    };
    const join = (options: IndexRunOptions) => {
      members.add(options);
      options.signal?.addEventListener("abort", () => {
        members.delete(options);
        stopUnwanted();
      }, { once: true });
    };
    const start = () => {
      this.#next = undefined;
      isStarted = true;
      stopUnwanted();
      const onProgress = (progress: IndexProgress) =>
        members.forEach((member) => member.onProgress?.(progress));
      return this.#run({ signal: stop.signal, onProgress });
    };
    const report = (this.#last ?? Promise.resolve()).then(start, start).finally(() => {
      if (this.#last === report) this.#last = undefined;
    });
    this.#last = report;
    return { report, join };
  }
}
