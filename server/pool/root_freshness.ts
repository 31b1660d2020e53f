import type { Note } from "@dossier/core";
import {
  DEFAULT_MAX_REFRESH_MS,
  type IndexProgress,
  type IndexReport,
  type RefreshReport,
} from "@dossier/retrieval";
import { heedSignal } from "../service/heed_signal.ts";
import { SharedRefresh } from "./shared_refresh.ts";
import type { Thread } from "./thread.ts";

/**
 * How long a refresh may take beyond its bound when it begins at once, in milliseconds: the bound is for
 * indexing, and first the tree is compared, which takes 150 ms at 10,000 files.
 */
const COMPARISON_MS = 250;

/** How long somebody waits for an index to be up to date. */
export interface RefreshWait {
  /** How long indexing may take, in milliseconds. */
  readonly maxRefreshMs?: number | undefined;
  /** Aborted when nobody waits any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Keeps the index of one tree up to date through a thread that does it for all. */
export class RootFreshness {
  readonly #path: string;
  readonly #thread: () => Thread;
  readonly #refresh: SharedRefresh;
  #isReady = false;

  /**
   * @param path Absolute path of the tree.
   * @param thread Returns the thread that indexes.
   */
  constructor(path: string, thread: () => Thread) {
    this.#path = path;
    this.#thread = thread;
    this.#refresh = new SharedRefresh((maxRefreshMs) => this.#run(maxRefreshMs));
  }

  /** Whether the tree has been indexed since the service was opened. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Returns what a refresh has done that began after the call; when time is up, that it goes on.
   *
   * The first index of a tree is waited for, however long it takes, unless there is a bound.
   *
   * @throws {ContextError} What the refresh throws, and the reason of the signal.
   */
  async refresh({ maxRefreshMs, signal }: RefreshWait = {}): Promise<RefreshReport> {
    const boundMs = maxRefreshMs ?? (this.#isReady ? DEFAULT_MAX_REFRESH_MS : undefined);
    const waitMs = boundMs && boundMs + (this.#refresh.isRunning ? 0 : COMPARISON_MS);
    const refreshed = this.#refresh.ask(boundMs);
    return await heedSignal(signal, () => inTime(refreshed, waitMs));
  }

  /** Brings the index up to date, however long it takes. */
  async index(
    { signal, onProgress }: {
      readonly signal?: AbortSignal | undefined;
      readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
    } = {},
  ): Promise<IndexReport> {
    const report = await this.#thread().call<IndexReport>("index", { path: this.#path }, {
      signal,
      onProgress,
    });
    if (report.pending === 0) this.#isReady = true;
    return report;
  }

  async #run(maxRefreshMs: number | undefined): Promise<RefreshReport> {
    const request = { path: this.#path, maxRefreshMs };
    const report = await this.#thread().call<RefreshReport>("refresh", request);
    this.#isReady ||= report.pending === 0;
    return report;
  }
}

/** The index could not be brought up to date in time. */
const LATE: Note = {
  code: "index-late",
  message:
    "The tree is still being compared with the index, so the answer is from the index as it stood",
};

const LATE_REPORT: RefreshReport = {
  added: 0,
  changed: 0,
  removed: 0,
  pending: 0,
  refreshed: false,
  notes: [LATE],
};

/** Returns the report when it comes in time, and else that it is late. */
async function inTime(
  refreshed: Promise<RefreshReport>,
  waitMs: number | undefined,
): Promise<RefreshReport> {
  if (waitMs === undefined) return await refreshed;
  const { promise, resolve } = Promise.withResolvers<RefreshReport>();
  const timer = setTimeout(() => resolve(LATE_REPORT), waitMs);
  try {
    return await Promise.race([refreshed, promise]);
  } finally {
    clearTimeout(timer);
  }
}
