import type { Note } from "@dossier/core";
import {
  DEFAULT_MAX_REFRESH_MS,
  type IndexProgress,
  type IndexReport,
  type RefreshReport,
} from "@dossier/retrieval";
import type { WatchState } from "@dossier/retrieval/keeper";
import { ServerError } from "../problem/mod.ts";
import { type CallOptions, heedSignal, inTime } from "../service/mod.ts";
import type { IndexingMethod } from "./indexing_worker.ts";
import { SharedRun } from "./shared_run.ts";
import type { Thread, ThreadCallOptions } from "@dossier/retrieval/threads";

/** How fresh an answer must be. */
interface FreshnessWait {
  /** Whether the tree is compared first, and that waited for. @default unless the tree is watched */
  readonly refresh?: boolean | undefined;
  /** How long indexing may take, in milliseconds. */
  readonly maxRefreshMs?: number | undefined;
  /** How long indexing is waited for at most, in milliseconds. @default somewhat longer than it may take */
  readonly maxWaitMs?: number | undefined;
  /** Whether it is an error when the index is still behind then. @default false */
  readonly mustBeFresh?: boolean | undefined;
}

/** Keeps the index of one tree up to date, through the thread that does so for all. */
export class RootFreshness {
  readonly #root: string;
  readonly #thread: () => Thread;
  readonly #refresh = new SharedRun((boundsMs: readonly (number | undefined)[]) =>
    // No bound stands for what the engine takes by itself, the longest.
    this.#run(boundsMs.includes(undefined) ? undefined : Math.max(...boundsMs as number[]))
  );
  readonly #indexRun = new SharedRun(async (members: readonly CallOptions[]) => {
    const onProgress = (progress: IndexProgress) => {
      for (const { signal, onProgress } of members) if (!signal?.aborted) onProgress?.(progress);
    };
    const signal = whenAllAbort(members.map((member) => member.signal));
    return this.#note(await this.#call<IndexReport>("index", {}, { signal, onProgress }));
  });
  #rebuilding: Promise<RefreshReport> | undefined;
  /** Of those who wait for an index run. */
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  #isReady = false;
  #watched: WatchState | undefined;
  /** Undefined while nothing is known of the tree. */
  #pending: number | undefined;

  /**
   * @param root Name of the tree.
   * @param thread Returns the thread that indexes.
   */
  constructor(root: string, thread: () => Thread) {
    this.#root = root;
    this.#thread = thread;
  }

  /**
   * Whether the index has been up to date since the service was opened and, of a tree that is watched, is not
   * known or suspected to be behind. Of one that is not watched nobody knows, and each answer looks first.
   */
  get isReady(): boolean {
    return this.#isReady && this.#watched?.isStale !== true;
  }

  /** Whether the index has been up to date since the service was opened. */
  get hasBeenReady(): boolean {
    return this.#isReady;
  }

  /** Files known to have changed and not yet indexed; there may be more. */
  get pending(): number {
    return this.#watched?.pending ?? this.#pending ?? 0;
  }

  /** Whether anything is known of how far the index is behind the tree. */
  get isKnown(): boolean {
    return this.#watched !== undefined || this.#pending !== undefined;
  }

  /** Notes what a run has done that nobody asked for. */
  noteIndexed(report: RefreshReport): void {
    this.#note(report);
  }

  /** Notes how far a run is that nobody asked for: who waits for an index run waits for it as well. */
  noteProgress(progress: IndexProgress): void {
    this.#pending = progress.totalFiles - progress.files;
    for (const listener of this.#listeners) listener(progress);
  }

  /** Notes what the thread says of the tree that it watches; undefined when the thread has failed. */
  noteWatched(state: WatchState | undefined): void {
    this.#watched = state;
    if (state?.isStale === false) this.#isReady = true;
  }

  /** Returns what is known of the index, which nobody brings up to date for it. */
  known(): RefreshReport {
    return {
      ...NOTHING_DONE,
      pending: this.pending,
      refreshed: this.isReady,
      notes: this.#watched?.notes ?? [],
    };
  }

  /**
   * Returns what a refresh has done that began after the call; when time is up, that it goes on. Of a
   * tree that is watched it returns what is known, unless a refresh is asked for.
   *
   * The first index of a tree is waited for, however long it takes, unless there is a bound; what an
   * index run is in the way of is hardly waited for, unless it is asked for.
   *
   * @throws {ContextError} What the refresh throws, and the reason of the signal; `overloaded` when the index is behind
   * which must not be.
   */
  async refresh(
    { refresh, maxRefreshMs, maxWaitMs, mustBeFresh = false }: FreshnessWait,
    signal: AbortSignal | undefined,
  ): Promise<RefreshReport> {
    if (refresh !== true && this.#isReady && this.#watched?.isWatching === true) {
      const { isStale, pending, notes } = this.#watched;
      return { ...NOTHING_DONE, pending, refreshed: !isStale, notes };
    }
    const { boundMs, waitMs: usualMs } = refreshWait({
      refresh,
      maxRefreshMs,
      maxWaitMs,
      isReady: this.#isReady,
      isRefreshing: this.#refresh.isRunning,
      isIndexing: this.#indexRun.isRunning,
    });
    // Whoever can do nothing with less waits for as long as is said.
    const waitMs = mustBeFresh ? maxWaitMs : usualMs;
    // How much is to do is known by then, if not yet.
    const late = () => ({
      ...NOTHING_DONE,
      pending: this.pending,
      refreshed: false,
      notes: [LATE],
    });
    const report = await heedSignal(signal, () => {
      const refreshed = this.#refresh.ask(boundMs);
      return waitMs === undefined ? refreshed : inTime(refreshed, waitMs, late);
    });
    if (!mustBeFresh || (report.refreshed && report.pending === 0)) return report;
    const sentence =
      `Cannot answer yet as ${report.pending} files that have changed are not indexed`;
    throw new ServerError("overloaded", sentence, { retrySeconds: 1 });
  }

  /** Brings the index up to date, however long it takes; those who ask while that goes on share the next run. */
  async index(options: CallOptions): Promise<IndexReport> {
    const listener = (progress: IndexProgress) => {
      if (!options.signal?.aborted) options.onProgress?.(progress);
    };
    this.#listeners.add(listener);
    try {
      return await this.#indexRun.ask(options);
    } finally {
      this.#listeners.delete(listener);
    }
  }

  /** Makes the index anew, as it is damaged; once for all who have found it so. */
  async rebuild(): Promise<RefreshReport> {
    this.#rebuilding ??= this.#call<RefreshReport>("rebuild")
      .finally(() => this.#rebuilding = undefined);
    return this.#note(await this.#rebuilding);
  }

  #call<Report>(method: IndexingMethod, request?: object, options?: ThreadCallOptions) {
    return this.#thread().call<Report>(method, { root: this.#root, ...request }, options);
  }

  async #run(maxRefreshMs: number | undefined): Promise<RefreshReport> {
    const before = this.pending;
    const report = this.#note(await this.#call<RefreshReport>("refresh", { maxRefreshMs }));
    const { pending } = report;
    // What there was no time for is done for those who ask next, unless it does not get less.
    if (pending > 0 && (pending < before || before === 0)) {
      queueMicrotask(() => this.#refresh.ask(DEFAULT_MAX_REFRESH_MS).catch(() => {}));
    }
    return report;
  }

  #note<Report extends RefreshReport>(report: Report): Report {
    this.#pending = report.pending;
    this.#isReady ||= report.pending === 0;
    return report;
  }
}

const NOTHING_DONE = { added: 0, changed: 0, removed: 0 };

/** The index could not be brought up to date in time. */
const LATE: Note = {
  code: "index-late",
  message:
    "The index is still being brought up to date, so the answer uses the last complete index",
};

/** Returns a signal that is aborted once all of some are; never where one is absent. */
export function whenAllAbort(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const all = new AbortController();
  const check = () => {
    if (signals.every((signal) => signal?.aborted)) all.abort();
  };
  for (const signal of signals) signal?.addEventListener("abort", check, { once: true });
  check();
  return all.signal;
}

/**
 * How long a refresh may take beyond its bound when it begins at once, in milliseconds: the bound is for
 * indexing, and first the tree is compared, which takes 150 ms at 10,000 files.
 */
const COMPARISON_MS = 250;

/** How long an answer waits for a refresh that an index run is in the way of, in milliseconds. */
const BEHIND_RUN_MS = 50;

/**
 * Returns how long indexing may take and how long it is waited for, in milliseconds; undefined stands
 * for however long it takes, as for the first index of a tree.
 *
 * @example
 * ```ts
 * import { refreshWait } from "./root_freshness.ts";
 * import assert from "node:assert/strict";
 *
 * const ready = { isReady: true, isRefreshing: false, isIndexing: false };
 * assert.deepEqual(refreshWait({ ...ready, maxRefreshMs: 100 }), { boundMs: 100, waitMs: 350 });
 * assert.equal(refreshWait({ ...ready, isIndexing: true }).waitMs, 50);
 * ```
 */
export function refreshWait(
  { refresh, maxRefreshMs, maxWaitMs = Infinity, isReady, isRefreshing, isIndexing }:
    & FreshnessWait
    & {
      /** Whether the index has been up to date once. */
      readonly isReady: boolean;
      /** Whether a refresh is running, so that this one begins later. */
      readonly isRefreshing: boolean;
      /** Whether an index run is going on, so that this one may begin much later. */
      readonly isIndexing: boolean;
    },
): { readonly boundMs: number | undefined; readonly waitMs: number | undefined } {
  const boundMs = maxRefreshMs ?? (isReady ? DEFAULT_MAX_REFRESH_MS : undefined);
  if (boundMs === undefined) return { boundMs, waitMs: undefined };
  const isPatient = maxRefreshMs !== undefined || refresh === true;
  if (isIndexing && isReady && !isPatient) return { boundMs, waitMs: BEHIND_RUN_MS };
  const waitMs = boundMs + (isRefreshing ? 0 : COMPARISON_MS);
  return { boundMs, waitMs: Math.min(waitMs, maxWaitMs) };
}
