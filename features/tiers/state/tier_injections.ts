import { type TimelineEntry, toTimelineText } from "@dossier/core/metrics";
import {
  checkSessionId,
  type DeliveredRecord,
  type Sql,
  type StateStore,
} from "@dossier/retrieval/state";
import { type RefreshMark, writeRefreshMark } from "./refresh_mark.ts";

/** A source of a tier that was injected into a session or rejected. */
export interface TierInjection {
  /** Number of the row, from 1. */
  readonly id: number;
  /** Id of the session. */
  readonly session: string;
  /** Time in ISO 8601. */
  readonly time: string;
  /** Tier of the source. */
  readonly tier: "identity" | "workflow" | "reference";
  /** URI of the source. */
  readonly source: string;
  /** SHA-256 of all texts of the source, in lower-case hexadecimal. */
  readonly hash: string;
  /** Tokens of the injected text; 0 when it was rejected. */
  readonly tokens: number;
  /** The trigger that fired. */
  readonly trigger: string;
  /** The reason why it was rejected; absent when it was injected. */
  readonly reason?: string;
  /** Number of the record of its bundle; absent without one. */
  readonly record?: number;
}

/** A source to be recorded. */
export type TierInjectionDraft = Omit<TierInjection, "id" | "session" | "time" | "record">;

/** A bundle's injections from tiers, to be recorded with it. */
export interface TierDelivery {
  /** The session of the bundle, or one that begins and ends with it. */
  readonly session: string;
  readonly injections: readonly TierInjectionDraft[];
  /** The new mark; absent for a session that ends with the bundle. */
  readonly mark?: RefreshMark | undefined;
}

const INSERT = `INSERT INTO tier_injections
  (session, time, tier, source, content_hash, tokens, trigger, reason, record)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const COLUMNS =
  `id, session, time, tier, source, content_hash AS hash, tokens, trigger, reason, record`;
/** A withdrawn record was not sent. */
const IS_HELD = `reason IS NULL
  AND (record IS NULL OR record NOT IN (SELECT record FROM withdrawn))`;
const SELECT_RECENT = `SELECT ${COLUMNS} FROM tier_injections ORDER BY id DESC LIMIT ?`;
const SELECT_OF_SESSION =
  `SELECT ${COLUMNS} FROM tier_injections WHERE session = ? ORDER BY id DESC LIMIT ?`;
/** Injections before a compaction are lost. */
const IS_AFTER_COMPACTION = `time > coalesce((SELECT max(time) FROM session_activity
  WHERE session = ?1 AND kind = 'compaction'), -1)`;
const SELECT_LAST = `SELECT content_hash FROM tier_injections
  WHERE session = ?1 AND source = ?2 AND ${IS_HELD} AND ${IS_AFTER_COMPACTION} ORDER BY id DESC LIMIT 1`;
const SELECT_STATS = `SELECT count(*) AS injections, coalesce(sum(tokens), 0) AS tokens,
    max(CASE WHEN ${IS_AFTER_COMPACTION} THEN time END) AS last
  FROM tier_injections WHERE session = ?1 AND ${IS_HELD}`;

const SELECT_VERSION = `SELECT (SELECT max(id) FROM tier_injections WHERE session = ?1),
  (SELECT json_array(activity, turns, rfc, head, time, waiting) FROM tier_refreshes WHERE session = ?1)`;

/**
 * Returns a text that changes with each injection from tiers into a session, and with each check of
 * its activity.
 */
export async function readTierVersion(state: StateStore, session: string): Promise<string> {
  return await state.read((sql) => readVersion(sql, session));
}

async function readVersion(sql: Sql, session: string): Promise<string> {
  return JSON.stringify(await sql.table(SELECT_VERSION, session));
}

/**
 * Records injections from tiers into a session, all of them or none.
 *
 * @param options.since A {@link readTierVersion}: when it has changed, nothing is recorded.
 * @returns True when they are recorded.
 * @throws {RetrievalError} `invalid-session`, and the errors of `openState`.
 */
export async function recordTiers(
  state: StateStore,
  { session, injections, mark }: TierDelivery,
  { since }: { readonly since?: string } = {},
): Promise<boolean> {
  checkSessionId(session);
  return await state.write(async (sql) => {
    if (since !== undefined && since !== await readVersion(sql, session)) return false;
    await insert(sql, session, injections, { time: state.now() });
    if (mark !== undefined) await writeRefreshMark(sql, session, mark);
    return true;
  });
}

/** Writes a bundle's injections from tiers, in the transaction of the caller. */
export async function writeTierDelivery(
  sql: Sql,
  { session, injections, mark }: TierDelivery,
  delivered: DeliveredRecord,
): Promise<void> {
  await insert(sql, session, injections, delivered);
  if (mark !== undefined) await writeRefreshMark(sql, session, mark);
}

async function insert(
  sql: Sql,
  session: string,
  injections: readonly TierInjectionDraft[],
  { time, record = null }: { readonly time: number; readonly record?: number | null },
): Promise<void> {
  for (const { tier, source, hash, tokens, trigger, reason = null } of injections) {
    await sql.run(INSERT, session, time, tier, source, hash, tokens, trigger, reason, record);
  }
}

const FORGET_BEGINNING = `DELETE FROM tier_refreshes WHERE session IN
  (SELECT session FROM tier_injections WHERE record = ? AND tier = 'identity')`;
const WAIT_FOR_COOLDOWN = `UPDATE tier_refreshes SET waiting = 1 WHERE session IN
  (SELECT session FROM tier_injections WHERE record = ? AND tier = 'workflow')`;

/**
 * Withdraws the injections of a record that was not sent, in the transaction that records this: the
 * session starts again, or gets its workflow tier after the cooldown.
 */
export async function withdrawTiers(sql: Sql, record: number): Promise<void> {
  await sql.run(FORGET_BEGINNING, record);
  await sql.run(WAIT_FOR_COOLDOWN, record);
}

/** Returns at most `limit` injections from tiers, into a session or all, newest first. */
export async function listTierInjections(
  state: StateStore,
  { session, limit }: { readonly session?: string | undefined; readonly limit: number },
): Promise<readonly TierInjection[]> {
  type Row = Omit<TierInjection, "time"> & { readonly time: number };
  const rows = await state.read((sql) =>
    session === undefined
      ? sql.all<Row>(SELECT_RECENT, limit)
      : sql.all<Row>(SELECT_OF_SESSION, session, limit)
  );
  return rows.map((row) => ({ ...row, time: state.instant(row.time) }));
}

/** Returns the hash of the last injected text of a source; undefined when there was none. */
export async function findLastTierHash(
  state: StateStore,
  session: string,
  source: string,
): Promise<string | undefined> {
  return await state.read((sql) => sql.value<string>(SELECT_LAST, session, source));
}

/** Counts of a session's injections from tiers. */
export interface TierStatistics {
  readonly injections: number;
  readonly tokens: number;
  /** Time of the last one, in milliseconds since 1970; absent without one. */
  readonly last?: number;
}

/** Returns the counts of a session's injections from tiers. */
export async function readTierStatistics(
  state: StateStore,
  session: string,
): Promise<TierStatistics> {
  return (await state.read((sql) => sql.get<TierStatistics>(SELECT_STATS, session)))!;
}

/** Maximum number of rows of a session's timeline: one for each source and time. */
const MAX_ENTRIES = 10_000;

/** Returns the injections and rejections of a session as timeline entries, oldest first. */
export async function listTierEntries(
  state: StateStore,
  session: string,
): Promise<readonly TimelineEntry[]> {
  const injections = await listTierInjections(state, { session, limit: MAX_ENTRIES });
  // Injections of a bundle are a part of its entry.
  return injections.toReversed()
    .filter(({ record, reason }) => record === undefined || reason !== undefined)
    .map(toEntry);
}

function toEntry(
  { time, tier, source, tokens, trigger, reason, record }: TierInjection,
): TimelineEntry {
  return {
    time,
    from: "log",
    kind: reason === undefined ? "given" : "refused",
    tokens,
    text: toTimelineText(
      `${tier} tier, ${trigger}: ${source}${reason === undefined ? "" : `: ${reason}`}`,
    ),
    ...(record !== undefined && { record }),
  };
}
