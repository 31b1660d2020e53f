import { DEFAULT_MAX_REFRESH_MS } from "@dossier/retrieval";

/**
 * How long a refresh may take beyond its bound when it begins at once, in milliseconds: the bound is for
 * indexing, and first the tree is compared, which takes 150 ms at 10,000 files.
 */
const COMPARISON_MS = 250;

/** How long an answer waits for a refresh that an index run is in the way of, in milliseconds. */
const BEHIND_RUN_MS = 50;

/** What decides how long a refresh is waited for. */
export interface RefreshWaitOptions {
  /** Whether whoever asks insists on the refresh. */
  readonly refresh?: boolean | undefined;
  /** How long indexing may take, in milliseconds. */
  readonly maxRefreshMs?: number | undefined;
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
 * import { refreshWait } from "./refresh_wait.ts";
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
