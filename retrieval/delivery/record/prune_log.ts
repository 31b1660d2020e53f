import { type LogSettings, readSettings, type Retention, toRetention } from "../../config/mod.ts";
import { databaseBytes } from "../../machine/mod.ts";
import type { StateStore } from "../state/state_store.ts";
import {
  findBoundary,
  planPruning,
  pruneInjections,
  type PrunePlan,
  recordPruning,
  wasPrunedBy,
} from "../state/prune_injections.ts";
import {
  planSessionPruning,
  pruneSessions,
  type SessionTextCounts,
} from "../state/prune_sessions.ts";
import { noteUnrecorded } from "../state/state_error.ts";

/** Options of {@link pruneLog}. */
export interface PruneLogOptions {
  /** Retention rule, with its written form. @default that of the settings */
  readonly retention?: (Retention & { readonly reason: string }) | undefined;
  /** True when nothing is deleted and the report says what would be. @default false */
  readonly isDryRun?: boolean | undefined;
}

/** Deleted records, or those that a dry run would delete. */
export interface PruneReport extends PrunePlan {
  /** Deleted entries of features, of sessions without remaining records. */
  readonly given: SessionTextCounts;
  /** Size of the state file with its write-ahead log before, in bytes. */
  readonly bytesBefore: number;
  /** Size after, in bytes; the same as before in a dry run. */
  readonly bytesAfter: number;
  /** True when the free space was returned to the disk. If false, later writes reuse it. */
  readonly isCompact: boolean;
}

/**
 * Deletes the records that are not kept, with the entries of features for sessions that are deleted
 * with them, and shrinks the file; a dry run only reports what would be deleted. Returns
 * `undefined` when neither the caller nor the settings limit the records.
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
  // From now on the settings may prune automatically.
  if (!await wasPrunedBy(state, limits.reason)) await recordPruning(state, limits.reason);
  const isCompact = await state.compact();
  // Counted again, because other processes may have written.
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
 * Returns the retention settings that the user has not pruned by yet, as they are written, or
 * `undefined` when there are none, or the settings cannot be read.
 */
export async function findUnconfirmedRetention(
  state: StateStore,
  root: string,
): Promise<string | undefined> {
  const settings = await readSettings(root).catch(() => undefined);
  const reason = settings && toRetention(settings.log)?.reason;
  return reason === undefined || await wasPrunedBy(state, reason) ? undefined : reason;
}

/**
 * Deletes the records that the settings do not keep, up to a limit. When this fails, for example
 * because another process writes at the same time, the next run deletes the records: the answer
 * that was just recorded matters more.
 *
 * The settings come with the tree, but the records belong to the user. Nothing is deleted by
 * settings that the user has not pruned by once.
 */
export async function pruneBySettings(
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
