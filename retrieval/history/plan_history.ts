import { findHistoryState } from "../store/history.ts";
import type { Store } from "../store/open_store.ts";
import { findHead } from "./find_head.ts";
import { describeSource, type HistorySource } from "./history_source.ts";

/** A history that the index does not hold as it is now. */
export interface HistoryPlan {
  /** What stands for its newest commit; undefined when there is no history to read any more. */
  readonly head: string | undefined;
}

/**
 * Returns what there is to read; undefined when the index holds it already. Starts no process.
 *
 * @param isBounded Whether little time is given: what did not get done in it once is not tried again.
 */
export function planHistory(
  store: Store,
  source: HistorySource,
  { isBounded }: { readonly isBounded: boolean },
): HistoryPlan | undefined {
  const head = findHead(source);
  const known = findHistoryState(store);
  if (head === undefined) return known === undefined ? undefined : { head };
  const isKnown = known?.head === head && known.source === describeSource(source) &&
    (isBounded || !known.partial);
  return isKnown ? undefined : { head };
}
