import type { Note } from "@dossier/core";
import {
  DEFAULT_MAX_REFRESH_MS,
  type IndexProgress,
  type IndexReport,
  type RefreshReport,
} from "@dossier/retrieval";
import type { WatchState } from "@dossier/retrieval/keeper";
import { ServerError } from "../problem/mod.ts";
import { abortable, type CallOptions, withTimeout } from "../service/mod.ts";
import type { IndexingMethod } from "./indexing_worker.ts";
import { SharedRun } from "./shared_run.ts";
import type { Thread, ThreadCallOptions } from "@dossier/retrieval/threads";

/** Required freshness of an answer. */
interface FreshnessWait {
  /** True to compare the tree first and wait for that. @default unless the tree is watched */
  readonly refresh?: boolean | undefined;
  /** Longest time for indexing, in milliseconds. */
  readonly maxRefreshMs?: number | undefined;
  /**
   * Longest wait for indexing, in milliseconds. @default somewhat longer than the indexing may take
   */
  readonly maxWaitMs?: number | undefined;
  /** True to throw when the index is still outdated then. @default false */
  readonly mustBeFresh?: boolean | undefined;
}

/** Keeps the index of one tree up to date, by the thread that indexes all trees. */
export class RootFreshness {
  readonly #root: string;
  readonly #thread: () => Thread;
  readonly #refresh = new SharedRun((boundsMs: readonly (number | undefined)[]) =>
    // Undefined means the time limit of the engine itself, which is the longest.
    this.#run(boundsMs.includes(undefined) ? undefined : Math.max(...boundsMs as number[]))
  );
  readonly #indexRun = new SharedRun(async (members: readonly CallOptions[]) => {
    const onProgress = (progress: IndexProgress) => {
      for (const { signal, onProgress } of members) if (!signal?.aborted) onProgress?.(progress);
    };
    const signal = abortWhenAllAbort(members.map((member) => member.signal));
    return this.#record(await this.#call<IndexReport>("index", {}, { signal, onProgress }));
  });
  #rebuilding: Promise<RefreshReport> | undefined;
  /** Listeners of calls that wait for an index run. */
  readonly #listeners = new Set<(progress: IndexProgress) => void>();
  #isReady = false;
  #watched: WatchState | undefined;
  /** Number of pending files; undefined while the state of the tree is unknown. */
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
   * True when the index has been up to date since the service was opened and, for a watched tree,
   * is not known or suspected to be outdated. The state of an unwatched tree is unknown, and each
   * answer compares it first.
   */
  get isReady(): boolean {
    return this.#isReady && this.#watched?.isStale !== true;
  }

  /** True when the index has been up to date since the service was opened. */
  get hasBeenReady(): boolean {
    return this.#isReady;
  }

  /** Number of files that are known to have changed and are not yet indexed. There may be more. */
  get pending(): number {
    return this.#watched?.pending ?? this.#pending ?? 0;
  }

  /** True when the number of pending files is known. */
  get isKnown(): boolean {
    return this.#watched !== undefined || this.#pending !== undefined;
  }

  /** Records the result of a run in the background. */
  recordIndexed(report: RefreshReport): void {
    this.#record(report);
  }

  /**
   * Records the progress of a run in the background, and passes it to the callers that wait for an
   * index run, as they wait for this one as well.
   */
  recordProgress(progress: IndexProgress): void {
    this.#pending = progress.totalFiles - progress.files;
    for (const listener of this.#listeners) listener(progress);
  }

  /** Records the state of the watched tree; undefined when the thread has failed. */
  recordWatched(state: WatchState | undefined): void {
    this.#watched = state;
    if (state?.isStale === false) this.#isReady = true;
  }

  /** Returns the known state of the index without a refresh. */
  knownReport(): RefreshReport {
    return {
      ...NOTHING_DONE,
      pending: this.pending,
      refreshed: this.isReady,
      notes: this.#watched?.notes ?? [],
    };
  }

  /**
   * Returns the result of a refresh that began after the call, or a report that it is still running
   * when time is up. For a watched tree it returns the known state, unless a refresh is requested.
   *
   * The first index of a tree is waited for without a limit, unless the request has one. When an
   * index run is blocking the refresh, the wait is short, unless the request asks for a refresh.
   *
   * @throws {ContextError} What the refresh throws, and the reason of the signal; `overloaded` when
   *   the index is outdated and the request does not allow that.
   */
  async refresh(
    { refresh, maxRefreshMs, maxWaitMs, mustBeFresh = false }: FreshnessWait,
    signal: AbortSignal | undefined,
  ): Promise<RefreshReport> {
    if (refresh !== true && this.#isReady && this.#watched?.isWatching === true) {
      const { isStale, pending, notes } = this.#watched;
      return { ...NOTHING_DONE, pending, refreshed: !isStale, notes };
    }
    const { boundMs, waitMs: usualMs } = computeRefreshWait({
      refresh,
      maxRefreshMs,
      maxWaitMs,
      isReady: this.#isReady,
      isRefreshing: this.#refresh.isRunning,
      isIndexing: this.#indexRun.isRunning,
    });
    // A caller that requires a fresh index waits for as long as it says.
    const waitMs = mustBeFresh ? maxWaitMs : usualMs;
    // By then the number of pending files is known, if it was not before.
    const late = () => ({
      ...NOTHING_DONE,
      pending: this.pending,
      refreshed: false,
      notes: [INDEX_LATE_NOTE],
    });
    const report = await abortable(signal, () => {
      const refreshed = this.#refresh.request(boundMs);
      return waitMs === undefined ? refreshed : withTimeout(refreshed, waitMs, late);
    });
    if (!mustBeFresh || (report.refreshed && report.pending === 0)) return report;
    const sentence =
      `Cannot answer yet as ${report.pending} files that have changed are not indexed`;
    throw new ServerError("overloaded", sentence, { retrySeconds: 1 });
  }

  /** Brings the index up to date without a time limit. Callers during a run share the next run. */
  async index(options: CallOptions): Promise<IndexReport> {
    const listener = (progress: IndexProgress) => {
      if (!options.signal?.aborted) options.onProgress?.(progress);
    };
    this.#listeners.add(listener);
    try {
      return await this.#indexRun.request(options);
    } finally {
      this.#listeners.delete(listener);
    }
  }

  /** Rebuilds a damaged index, once for all callers that found the damage. */
  async rebuild(): Promise<RefreshReport> {
    this.#rebuilding ??= this.#call<RefreshReport>("rebuild")
      .finally(() => this.#rebuilding = undefined);
    return this.#record(await this.#rebuilding);
  }

  #call<Report>(method: IndexingMethod, request?: object, options?: ThreadCallOptions) {
    return this.#thread().call<Report>(method, { root: this.#root, ...request }, options);
  }

  async #run(maxRefreshMs: number | undefined): Promise<RefreshReport> {
    const before = this.pending;
    const report = this.#record(await this.#call<RefreshReport>("refresh", { maxRefreshMs }));
    const { pending } = report;
    // Files beyond the time limit are indexed for the next callers, unless their number does not
    // decrease.
    if (pending > 0 && (pending < before || before === 0)) {
      queueMicrotask(() => this.#refresh.request(DEFAULT_MAX_REFRESH_MS).catch(() => {}));
    }
    return report;
  }

  #record<Report extends RefreshReport>(report: Report): Report {
    this.#pending = report.pending;
    this.#isReady ||= report.pending === 0;
    return report;
  }
}

const NOTHING_DONE = { added: 0, changed: 0, removed: 0 };

/** Note that the index could not be brought up to date in time. */
const INDEX_LATE_NOTE: Note = {
  code: "index-late",
  message:
    "The index is still being brought up to date, so the answer uses the last complete index",
};

/**
 * Returns a signal that is aborted when all of some signals are. It is never aborted when one is
 * absent.
 */
export function abortWhenAllAbort(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const all = new AbortController();
  const check = () => {
    if (signals.every((signal) => signal?.aborted)) all.abort();
  };
  for (const signal of signals) signal?.addEventListener("abort", check, { once: true });
  check();
  return all.signal;
}

/**
 * Additional time for a refresh that begins at once, in milliseconds. The limit applies to
 * indexing, and the tree is compared first, which takes 150 ms for 10,000 files.
 */
const COMPARISON_MS = 250;

/** Wait of an answer for a refresh that is blocked by an index run, in milliseconds. */
const BLOCKED_WAIT_MS = 50;

/**
 * Returns the longest time of indexing and the longest wait for it, in milliseconds. Undefined
 * means no limit, as for the first index of a tree.
 *
 * @example
 * ```ts
 * import { computeRefreshWait } from "./root_freshness.ts";
 * import assert from "node:assert/strict";
 *
 * const ready = { isReady: true, isRefreshing: false, isIndexing: false };
 * assert.deepEqual(computeRefreshWait({ ...ready, maxRefreshMs: 100 }), { boundMs: 100, waitMs: 350 });
 * assert.equal(computeRefreshWait({ ...ready, isIndexing: true }).waitMs, 50);
 * ```
 */
export function computeRefreshWait(
  { refresh, maxRefreshMs, maxWaitMs = Infinity, isReady, isRefreshing, isIndexing }:
    & FreshnessWait
    & {
      /** True when the index has been up to date once. */
      readonly isReady: boolean;
      /** True when a refresh is running, so that this one begins later. */
      readonly isRefreshing: boolean;
      /** True when an index run is going on, so that this one may begin much later. */
      readonly isIndexing: boolean;
    },
): { readonly boundMs: number | undefined; readonly waitMs: number | undefined } {
  const boundMs = maxRefreshMs ?? (isReady ? DEFAULT_MAX_REFRESH_MS : undefined);
  if (boundMs === undefined) return { boundMs, waitMs: undefined };
  const isPatient = maxRefreshMs !== undefined || refresh === true;
  if (isIndexing && isReady && !isPatient) return { boundMs, waitMs: BLOCKED_WAIT_MS };
  const waitMs = boundMs + (isRefreshing ? 0 : COMPARISON_MS);
  return { boundMs, waitMs: Math.min(waitMs, maxWaitMs) };
}
