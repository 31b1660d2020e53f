import { type LogSettings, readSettings, type Retention, toRetention } from "../../config/mod.ts";
import { databaseBytes } from "../../machine/mod.ts";
import type { StateStore } from "../state/state_store.ts";
import {
  findBoundary,
  notePruning,
  planPruning,
  pruneInjections,
  type PrunePlan,
  wasPrunedBy,
} from "../state/prune_injections.ts";
import { type GivenCount, planSessionPruning, pruneSessions } from "../state/prune_sessions.ts";
import { noteUnrecorded } from "../state/state_error.ts";

/** Options of {@link pruneLog}. */
export interface PruneLogOptions {
  /** Which records stay, and how that was written; what the settings say when it is left out. */
  readonly retention?: (Retention & { readonly reason: string }) | undefined;
  /** Whether only to say what would go. @default false */
  readonly isDryRun?: boolean | undefined;
}

/** What went, or would go. */
export interface PruneReport extends PrunePlan {
  /** What features gave besides bundles, of the sessions that have no record left. */
  readonly given: GivenCount;
  /** Bytes of the state file with its log, before. */
  readonly bytesBefore: number;
  /** Bytes of it after; the same for a dry run. */
  readonly bytesAfter: number;
  /** Whether the room could be given back to the disk: if not, what is written next takes it. */
  readonly isCompact: boolean;
}

/**
 * Lets go of the records that are not to stay, of what features gave to the sessions that go with them, and makes the
 * file smaller; or says what would go. Undefined when neither the caller nor the settings say what is to stay.
 */
export async function pruneLog(
  state: StateStore,
  root: string,
  { retention, isDryRun = false }: PruneLogOptions,
): Promise<PruneReport | undefined> {
  const limits = retention ?? toRetention((await readSettings(root)).log);
  if (limits === undefined) return undefined;
  const bytesBefore = databaseBytes(state.path);
  const boundary = await findBoundary(state, limits);
  const plan = await planPruning(state, boundary);
  if (isDryRun) {
    const given = await planSessionPruning(state, limits, boundary);
    return { ...plan, given, bytesBefore, bytesAfter: bytesBefore, isCompact: true };
  }
  const { records, sessions } = await pruneInjections(state, { boundary, reason: limits.reason });
  const given = await pruneSessions(state, limits);
  // From now on the settings may do so by themselves.
  if (!await wasPrunedBy(state, limits.reason)) await notePruning(state, limits.reason);
  const isCompact = await state.compact();
  // Counted anew, as others may have written.
  const { heldBack, left } = await planPruning(state, boundary);
  return {
    pruned: { ...plan.pruned, records, sessions },
    heldBack,
    left,
    given,
    bytesBefore,
    bytesAfter: databaseBytes(state.path),
    isCompact,
  };
}

/**
 * Returns which records would stay by settings that the user has not yet pruned by, as they are written;
 * undefined when there are none, or the settings can not be read.
 */
export async function findIdleSettings(
  state: StateStore,
  root: string,
): Promise<string | undefined> {
  const settings = await readSettings(root).catch(() => undefined);
  const reason = settings && toRetention(settings.log)?.reason;
  return reason === undefined || await wasPrunedBy(state, reason) ? undefined : reason;
}

/**
 * Lets go of the records that the settings do not keep, of a number at most. What is in the way, such as
 * another process that writes, leaves them for the next time: the answer that was just recorded is worth
 * more.
 *
 * The settings come with the tree, and the records are the user's: nothing goes by settings that the user
 * has not once pruned by.
 */
export async function pruneAsSet(
  state: StateStore,
  settings: Partial<LogSettings>,
  { limit }: { readonly limit: number },
): Promise<void> {
  const retention = toRetention(settings);
  if (retention === undefined) return;
  try {
    if (!await wasPrunedBy(state, retention.reason)) return;
    const boundary = await findBoundary(state, retention);
    await pruneInjections(state, { boundary, limit, reason: retention.reason });
    await pruneSessions(state, retention, { limit });
  } catch (error) {
    if (noteUnrecorded(error) === undefined) throw error;
  }
}
