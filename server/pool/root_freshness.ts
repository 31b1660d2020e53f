import type { Note } from "@dossier/core";
import { DEFAULT_MAX_REFRESH_MS, type IndexReport, type RefreshReport } from "@dossier/retrieval";
import type { WatchState } from "@dossier/retrieval/keeper";
import { heedSignal } from "../service/mod.ts";
import type { IndexingMethod } from "./indexing_worker.ts";
import { type IndexRunOptions, SharedIndexRun, SharedRefresh } from "./shared_runs.ts";
import type { Thread } from "./thread.ts";

/** How fresh an answer must be. */
interface FreshnessWait {
  /** Whether the tree is compared first, and that waited for. @default unless the tree is watched */
  readonly refresh?: boolean | undefined;
  /** How long indexing may take, in milliseconds. */
  readonly maxRefreshMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Keeps the index of one tree up to date, through the thread that does so for all. */
export class RootFreshness {
  readonly #root: string;
  readonly #thread: () => Thread;
  readonly #refresh = new SharedRefresh((maxRefreshMs) => this.#run(maxRefreshMs));
  readonly #indexRun = new SharedIndexRun(async (options) => {
    return this.#note(await this.#call<IndexReport>("index", {}, options));
  });
  #rebuilding: Promise<RefreshReport> | undefined;
  #isReady = false;
  #watched: WatchState | undefined;
  #pending = 0;

  /**
   * @param root Name of the tree.
   * @param thread Returns the thread that indexes.
   */
  constructor(root: string, thread: () => Thread) {
    this.#root = root;
    this.#thread = thread;
  }

  /** Whether the index has been up to date since the service was opened. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Files known to have changed and not yet indexed; there may be more. */
  get pending(): number {
    return this.#watched?.pending ?? this.#pending;
  }

  /**
   * Whether the index of a tree that is watched is known or suspected to be behind. Of one that is not
   * watched nobody knows, and each answer looks first: it is not to be waited for.
   */
  get isBehind(): boolean {
    return this.#watched?.isStale === true;
  }

  /** Notes what a run has done that nobody asked for. */
  noteIndexed(report: RefreshReport): void {
    this.#note(report);
  }

  /** Notes what the thread says of the tree that it watches; undefined when the thread has failed. */
  noteWatched(state: WatchState | undefined): void {
    this.#watched = state;
    if (state?.isStale === false) this.#isReady = true;
  }

  /**
   * Returns what a refresh has done that began after the call; when time is up, that it goes on. Of a
   * tree that is watched it returns what is known, unless a refresh is asked for.
   *
   * The first index of a tree is waited for, however long it takes, unless there is a bound; what an
   * index run is in the way of is hardly waited for, unless it is asked for.
   *
   * @throws {ContextError} What the refresh throws, and the reason of the signal.
   */
  async refresh({ refresh, maxRefreshMs, signal }: FreshnessWait = {}): Promise<RefreshReport> {
    if (refresh !== true && this.#isReady && this.#watched?.isWatching === true) {
      const { isStale, pending, notes } = this.#watched;
      return { ...NOTHING_DONE, pending, refreshed: !isStale, notes };
    }
    const { boundMs, waitMs } = refreshWait({
      ...{ refresh, maxRefreshMs },
      isReady: this.#isReady,
      isRefreshing: this.#refresh.isRunning,
      isIndexing: this.#indexRun.isRunning,
    });
    const late = { ...LATE_REPORT, pending: this.#pending };
    return await heedSignal(signal, () => inTime(this.#refresh.ask(boundMs), { waitMs, late }));
  }

  /** Brings the index up to date, however long it takes; those who ask while that goes on share the next run. */
  index(options: IndexRunOptions = {}): Promise<IndexReport> {
    return this.#indexRun.ask(options);
  }

  /** Makes the index anew, as it is damaged; once for all who have found it so. */
  async rebuild(): Promise<RefreshReport> {
    this.#rebuilding ??= this.#call<RefreshReport>("rebuild")
      .finally(() => this.#rebuilding = undefined);
    return this.#note(await this.#rebuilding);
  }

  #call<Report>(method: IndexingMethod, request: object = {}, options: IndexRunOptions = {}) {
    return this.#thread().call<Report>(method, { root: this.#root, ...request }, options);
  }

  async #run(maxRefreshMs: number | undefined): Promise<RefreshReport> {
    const before = this.#pending;
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
    "The index is still being brought up to date, so the answer is from the index as it stood",
};

const LATE_REPORT: RefreshReport = {
  ...NOTHING_DONE,
  pending: 0,
  refreshed: false,
  notes: [LATE],
};

/** Returns the report when it comes in time, and else another. */
async function inTime(
  refreshed: Promise<RefreshReport>,
  { waitMs, late }: { readonly waitMs: number | undefined; readonly late: RefreshReport },
): Promise<RefreshReport> {
  if (waitMs === undefined) return await refreshed;
  const { promise, resolve } = Promise.withResolvers<RefreshReport>();
  const timer = setTimeout(() => resolve(late), waitMs);
  try {
    return await Promise.race([refreshed, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * How long a refresh may take beyond its bound when it begins at once, in milliseconds: the bound is for
 * indexing, and first the tree is compared, which takes 150 ms at 10,000 files.
 */
const COMPARISON_MS = 250;

/** How long an answer waits for a refresh that an index run is in the way of, in milliseconds. */
const BEHIND_RUN_MS = 50;

/** The state that decides how long a refresh is waited for. */
interface RefreshWaitOptions extends Pick<FreshnessWait, "refresh" | "maxRefreshMs"> {
  /** Whether the index has been up to date once. */
  readonly isReady: boolean;
  /** Whether a refresh is running, so that this one begins later. */
  readonly isRefreshing: boolean;
  /** Whether an index run is going on, so that this one may begin much later. */
  readonly isIndexing: boolean;
}

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
  { refresh, maxRefreshMs, isReady, isRefreshing, isIndexing }: RefreshWaitOptions,
): { readonly boundMs: number | undefined; readonly waitMs: number | undefined } {
  const boundMs = maxRefreshMs ?? (isReady ? DEFAULT_MAX_REFRESH_MS : undefined);
  if (boundMs === undefined) return { boundMs, waitMs: undefined };
  const isPatient = maxRefreshMs !== undefined || refresh === true;
  if (isIndexing && isReady && !isPatient) return { boundMs, waitMs: BEHIND_RUN_MS };
  return { boundMs, waitMs: boundMs + (isRefreshing ? 0 : COMPARISON_MS) };
}
