import { findCommitsState } from "../store/commits.ts";
import type { Store } from "../store/open_store.ts";
import { describeSource, findHeadCommit, type HistorySource } from "../../../commits/mod.ts";

/** How much more time it takes for what did not get done to be tried again. */
const MORE_TIME = 2;

/** Commits that the index does not hold as they are now. */
export interface CommitsPlan {
  /** Name of the newest commit, or what stands for it; undefined when there are no commits any more. */
  readonly head: string | undefined;
}

/**
 * Returns what there is to read; undefined when the index holds it already. Starts no process.
 *
 * @param maxMs How long reading may take, in milliseconds; no bound without. What did not get done is
 * tried again with twice the time.
 */
export function planCommits(
  store: Store,
  source: HistorySource,
  { maxMs = Infinity }: { readonly maxMs?: number | undefined },
): CommitsPlan | undefined {
  const head = findHeadCommit(source);
  const known = findCommitsState(store);
  if (head === undefined) return known === undefined ? undefined : { head };
  const isKnown = known?.head === head && known.source === describeSource(source) &&
    (known.triedMs === undefined || maxMs < MORE_TIME * known.triedMs);
  return isKnown ? undefined : { head };
}
