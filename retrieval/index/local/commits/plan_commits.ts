import { findCommitsState } from "../store/commits.ts";
import type { Store } from "../store/open_store.ts";
import { describeSource, findHeadCommit, type HistorySource } from "../../../commits/mod.ts";

/** How much more time it takes for what did not get done to be tried again. */
const RETRY_FACTOR = 2;

/** How long commits that git could not read are left alone while the head stays, in milliseconds. */
export const RETRY_DELAY_MS = 60_000;

/** Commits that the index does not hold as they are now. */
export interface CommitsPlan {
  /** Name of the newest commit, or what stands for it; undefined when there are no commits any more. */
  readonly head: string | undefined;
}

/**
 * Returns what there is to read; undefined when the index holds it already. Starts no process.
 *
 * @param options.maxMs How long reading may take, in milliseconds; no bound without. What did not get done is
 * tried again with twice the time.
 * @param options.now The time, in milliseconds since 1970.
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
  const isKnown = known?.head === head && known.source === describeSource(source) &&
    (known.triedMs === undefined || maxMs < RETRY_FACTOR * known.triedMs) &&
    (known.failedAt === undefined || Math.abs(now - known.failedAt) < RETRY_DELAY_MS);
  return isKnown ? undefined : { head };
}
