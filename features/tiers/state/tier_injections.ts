import { type TimelineEntry, toTimelineText } from "@dossier/core/metrics";
import {
  checkSessionId,
  type DeliveredRecord,
  type Sql,
  type StateStore,
} from "@dossier/retrieval/state";
import { type RefreshMark, writeRefreshMark } from "./refresh_mark.ts";

/** A source of a tier, as it was given to a session or refused. */
export interface TierInjection {
  /** Number of the row, from 1. */
  readonly id: number;
  /** To whom. */
  readonly session: string;
  /** ISO 8601. */
  readonly time: string;
  /** Tier of the source. */
  readonly tier: "identity" | "workflow" | "reference";
  /** URI. */
  readonly source: string;
  /** SHA-256 of all that the source has, in lower-case hexadecimal. */
  readonly hash: string;
  /** Of what was given; 0 when it was refused. */
  readonly tokens: number;
  /** What set it off. */
  readonly trigger: string;
  /** Why it was refused; absent when it was given. */
  readonly reason?: string;
  /** Number of the record of the bundle that it was given with; absent without one. */
  readonly record?: number;
}

/** What is to be recorded of a source. */
export type TierInjectionDraft = Omit<TierInjection, "id" | "session" | "time" | "record">;

/** What a bundle gives of tiers, to be recorded with it. */
export interface GivenTiers {
  /** The session of the bundle, or one that begins and ends with it. */
  readonly session: string;
  readonly injections: readonly TierInjectionDraft[];
  /** How far what the session did has been looked at; absent for one that ends with the bundle. */
  readonly mark?: RefreshMark | undefined;
}

const INSERT = `INSERT INTO tier_injections
  (session, time, tier, source, content_hash, tokens, trigger, reason, record)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const COLUMNS =
  `id, session, time, tier, source, content_hash AS hash, tokens, trigger, reason, record`;
/** Nobody holds what was not sent after all. */
const IS_HELD = `reason IS NULL
  AND (record IS NULL OR record NOT IN (SELECT record FROM withdrawn))`;
const SELECT_RECENT = `SELECT ${COLUMNS} FROM tier_injections ORDER BY id DESC LIMIT ?`;
const SELECT_OF_SESSION =
  `SELECT ${COLUMNS} FROM tier_injections WHERE session = ? ORDER BY id DESC LIMIT ?`;
/** Nor what a compaction has taken away. */
const IS_THERE = `time > coalesce((SELECT max(time) FROM session_activity
  WHERE session = ?1 AND kind = 'compaction'), -1)`;
const SELECT_LAST = `SELECT content_hash FROM tier_injections
  WHERE session = ?1 AND source = ?2 AND ${IS_HELD} AND ${IS_THERE} ORDER BY id DESC LIMIT 1`;
const SELECT_STATS = `SELECT count(*) AS injections, coalesce(sum(tokens), 0) AS tokens,
    max(CASE WHEN ${IS_THERE} THEN time END) AS last
  FROM tier_injections WHERE session = ?1 AND ${IS_HELD}`;

const SELECT_VERSION = `SELECT (SELECT max(id) FROM tier_injections WHERE session = ?1),
  (SELECT json_array(activity, turns, rfc, head, time, waiting) FROM tier_refreshes WHERE session = ?1)`;

/** Returns a text that changes whenever tiers give something to a session, or it is looked at what it did. */
export async function tierVersion(state: StateStore, session: string): Promise<string> {
  return await state.read((sql) => readVersion(sql, session));
}

async function readVersion(sql: Sql, session: string): Promise<string> {
  return JSON.stringify(await sql.table(SELECT_VERSION, session));
}

/**
 * Records what tiers gave to a session, all of it or nothing.
 *
 * @param options.since A {@link tierVersion}: when there is another by now, nothing is recorded.
 * @returns Whether it is recorded.
 * @throws {RetrievalError} `invalid-session`, and what `openState` throws.
 */
export async function recordTiers(
  state: StateStore,
  { session, injections, mark }: GivenTiers,
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

/** Writes what a bundle gave of tiers, in the transaction of the caller. */
export async function writeGivenTiers(
  sql: Sql,
  { session, injections, mark }: GivenTiers,
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
const WAIT = `UPDATE tier_refreshes SET waiting = 1 WHERE session IN
  (SELECT session FROM tier_injections WHERE record = ? AND tier = 'workflow')`;

/**
 * Brings back what a record gave of tiers, as it was not sent after all, in the transaction that says so: a session
 * begins once more, or is given its workflow tier as soon as enough time has passed.
 */
export async function withdrawTiers(sql: Sql, record: number): Promise<void> {
  await sql.run(FORGET_BEGINNING, record);
  await sql.run(WAIT, record);
}

/** Returns at most `limit` of what tiers gave, to a session or to all, newest first. */
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

/** Returns the hash of a source as a session was given it last; undefined when it was not. */
export async function lastTierHash(
  state: StateStore,
  session: string,
  source: string,
): Promise<string | undefined> {
  return await state.read((sql) => sql.value<string>(SELECT_LAST, session, source));
}

/** What a session was given by tiers. */
export interface TierStatistics {
  readonly injections: number;
  readonly tokens: number;
  /** Time of the last one, in milliseconds since 1970; absent without one. */
  readonly last?: number;
}

/** Returns what a session was given by tiers, in numbers. */
export async function tierStatistics(
  state: StateStore,
  session: string,
): Promise<TierStatistics> {
  return (await state.read((sql) => sql.get<TierStatistics>(SELECT_STATS, session)))!;
}

/** Rows of a session that its timeline has: there is one for each source and time. */
const MAX_ENTRIES = 10_000;

/** Returns what tiers gave to a session, or refused, as lines of time, oldest first. */
export async function listTierEntries(
  state: StateStore,
  session: string,
): Promise<readonly TimelineEntry[]> {
  const injections = await listTierInjections(state, { session, limit: MAX_ENTRIES });
  // What came with a bundle is a part of it.
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
