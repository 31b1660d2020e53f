import { type LogSettings, toRetention } from "../../config/mod.ts";
import type { State } from "../state/open_state.ts";
import { findBoundary, pruneRecords } from "../state/prune_records.ts";
import { wasPrunedBy } from "../state/pruned_records.ts";
import { noteUnrecorded } from "../state/state_error.ts";

/**
 * Lets go of the records that the settings do not keep, of a number at most. What is in the way, such as
 * another process that writes, leaves them for the next time: the answer that was just recorded is worth
 * more.
 *
 * The settings come with the tree, and the records are the user's: nothing goes by settings that the user
 * has not once pruned by.
 */
export function pruneAsSet(
  state: State,
  settings: Partial<LogSettings>,
  { limit }: { readonly limit: number },
): void {
  const retention = toRetention(settings);
  if (retention === undefined) return;
  try {
    if (!wasPrunedBy(state, retention.reason)) return;
    const boundary = findBoundary(state, retention);
    pruneRecords(state, { boundary, limit, reason: retention.reason });
  } catch (error) {
    if (noteUnrecorded(error) === undefined) throw error;
  }
}
