import { findCommitsState } from "../store/commits.ts";
import type { Store } from "../store/open_store.ts";
import { findHeadCommit, historyKey, type HistorySource } from "../../../commits/mod.ts";

/** Factor by which the available time must grow before an unfinished read is tried again. */
const RETRY_FACTOR = 2;

/**
 * Time after which commits that git could not read are tried again while the head is the same, in
 * milliseconds.
 */
export const RETRY_DELAY_MS = 60_000;

/** Commits that the index does not have in their current state. */
export interface CommitsPlan {
  /**
   * Id of the newest commit, or a text that represents it; undefined when there are no commits any
   * more.
   */
  readonly head: string | undefined;
}

/**
 * Returns the commits to read; undefined when the index is up to date. Starts no process.
 *
 * @param options.maxMs Maximum time of reading in milliseconds. An unfinished read is tried again
 * with twice the time. @default no limit
 * @param options.now Current time, in milliseconds since 1970.
 */
export function planCommits(
  store: Store,
  source: HistorySource,
  { maxMs = Infinity, now = Date.now() }: {
    readonly maxMs?: number | undefined;
    readonly now?: number | undefined;
  },
): CommitsPlan | undefined {
  const head = findHeadCommit(source);
  const known = findCommitsState(store);
  if (head === undefined) return known === undefined ? undefined : { head };
  const isKnown = known?.head === head && known.source === historyKey(source) &&
    (known.triedMs === undefined || maxMs < RETRY_FACTOR * known.triedMs) &&
    (known.failedAt === undefined || Math.abs(now - known.failedAt) < RETRY_DELAY_MS);
  return isKnown ? undefined : { head };
}
