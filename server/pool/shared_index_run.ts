import type { IndexProgress, IndexReport } from "@dossier/retrieval";

/** What an index run is given. */
export interface IndexRunOptions {
  /** Stops it early. */
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
