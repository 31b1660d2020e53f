import type { Retention } from "../../config/mod.ts";
import { INCREMENTAL, type State } from "./open_state.ts";
import { fileCondition } from "../../machine/mod.ts";

/** Records that belong together in a report. */
export interface InjectionCount {
  readonly records: number;
  /** How many sessions they are of. */
  readonly sessions: number;
}

/** What may go, and what may not. */
export interface PrunePlan {
  /** What goes. */
  readonly pruned: InjectionCount & {
    /** When the first was recorded, as an ISO 8601 instant; absent when nothing goes. */
    readonly oldest?: string;
    /** When the last was recorded. */
    readonly newest?: string;
  };
  /** What would go were its session not still in use. */
  readonly heldBack: InjectionCount;
  /** How many records stay, with those that are held back. */
  readonly left: number;
}

/**
 * Records that go in one transaction, give or take those of one session: others who write wait for less
 * than a tenth of a second.
 */
const BATCH_RECORDS = 100;

/** The condition that a record may go: a session goes as a whole, or not at all. */
const MAY_GO = `id < ?1 AND (session IS NULL OR NOT EXISTS (
  SELECT 1 FROM records AS later WHERE later.session = records.session AND later.id >= ?1))`;

const SELECT_FRESH = "SELECT id FROM records WHERE time >= ? ORDER BY id LIMIT 1";
const SELECT_KEPT = "SELECT id FROM records ORDER BY id DESC LIMIT 1 OFFSET ?";
const SELECT_END = "SELECT coalesce(max(id), 0) + 1 FROM records";
const COUNT = "SELECT count(*) FROM records";
const COUNT_GOING = `SELECT count(*) AS records, count(DISTINCT session) AS sessions,
  min(time) AS oldest, max(time) AS newest FROM records WHERE ${MAY_GO}`;
const COUNT_HELD_BACK = `SELECT count(*) AS records, count(DISTINCT session) AS sessions
  FROM records WHERE id < ?1 AND NOT (${MAY_GO})`;
const SELECT_GOING = `SELECT id, session FROM records WHERE ${MAY_GO} ORDER BY id LIMIT ?2`;
const SELECT_OF_SESSION = "SELECT id FROM records WHERE session = ?";
const SELECT_TEXTS = "SELECT DISTINCT text FROM record_texts WHERE record = ?";
const INSERT_PRUNING = "INSERT INTO prunings (time, reason) VALUES (?, ?)";
const INSERT_PRUNED = "INSERT INTO pruned (record, pruning) VALUES (?, ?)";
const DELETE_PARTS = ["record_sums", "fragments", "omissions", "record_texts"]
  .map((table) => `DELETE FROM ${table} WHERE record = ?`);
const DELETE_RECORD = "DELETE FROM records WHERE id = ?";
const DELETE_TEXT = `DELETE FROM texts WHERE id = ?
  AND NOT EXISTS (SELECT 1 FROM record_texts WHERE text = texts.id)`;
const DELETE_SESSION = "DELETE FROM sessions WHERE id = ?";

/**
 * Returns the number below which records may go: that of the first that is young enough, or of the oldest
 * that is among the newest to be kept, whichever is greater.
 */
export function findBoundary(state: State, { maxAgeMs, keep }: Retention): number {
  return state.read(() =>
    Math.max(
      // The first by number, as a clock may have gone back.
      maxAgeMs === undefined
        ? 0
        : first(state, SELECT_FRESH, state.now() - maxAgeMs) ?? first(state, SELECT_END) ?? 0,
      keep === undefined ? 0 : first(state, SELECT_KEPT, keep - 1) ?? 0,
    )
  );
}

/**
 * Returns which of the records below a number go. Those of a session go together, when the last of them
 * may: else it would be given again what it holds, or a round of it be answered twice, or a file shown
 * that its issue forbids.
 */
export function planPruning(state: State, boundary: number): PrunePlan {
  return state.read(() => {
    type Going = InjectionCount & { readonly oldest?: number; readonly newest?: number };
    const [{ oldest, newest, ...count }] = state.rows<Going>(COUNT_GOING, boundary) as [Going];
    const [heldBack] = state.rows<InjectionCount>(COUNT_HELD_BACK, boundary) as [InjectionCount];
    return {
      pruned: {
        ...count,
        ...(oldest !== undefined && { oldest: state.instant(oldest) }),
        ...(newest !== undefined && { newest: state.instant(newest) }),
      },
      heldBack,
      left: (first(state, COUNT) ?? 0) - count.records,
    };
  });
}

/**
 * Lets go of the records below a number whose sessions have no later ones, some at a time: a process that
 * dies in between leaves whole records and whole sessions, and others write in between. Says of each
 * record that it went, when and why.
 *
 * @param options.boundary The number below which they may go.
 * @param options.reason Why, for those who look for one of them.
 * @param options.limit Most records before it stops, give or take those of one session.
 * @returns What went.
 */
export function pruneInjections(
  state: State,
  { boundary, reason, limit = Infinity }: {
    readonly boundary: number;
    readonly reason: string;
    readonly limit?: number | undefined;
  },
): InjectionCount {
  const gone = { records: 0, sessions: 0 };
  while (gone.records < limit) {
    const before = gone.records;
    state.write(() => {
      // Asked anew each time, as a session may have been given something in between.
      const most = Math.min(BATCH_RECORDS, limit - before);
      const rows = state.rows<{ id: number; session?: string }>(SELECT_GOING, boundary, most);
      if (rows.length === 0) return;
      const pruning = state.statement(INSERT_PRUNING).run(state.now(), reason).lastInsertRowid;
      const sessions = new Set(rows.flatMap(({ session }) => session ?? []));
      const ofSessions = [...sessions].flatMap((session) =>
        state.rows<{ id: number }>(SELECT_OF_SESSION, session)
      );
      const ofNone = rows.filter(({ session }) => session === undefined);
      const ids = [...ofNone, ...ofSessions].map(({ id }) => id);
      for (const id of ids) remove(state, id, pruning);
      for (const session of sessions) state.statement(DELETE_SESSION).run(session);
      gone.records += ids.length;
      gone.sessions += sessions.size;
    });
    if (gone.records === before) break;
  }
  return gone;
}

/** Writes down that records were looked through for a reason, also when none of them went. */
export function notePruning(state: State, reason: string): void {
  state.write(() => void state.statement(INSERT_PRUNING).run(state.now(), reason));
}

/** Removes a record with all that belongs to it alone. */
function remove(state: State, id: number, pruning: number | bigint): void {
  const texts = state.rows<{ text: number }>(SELECT_TEXTS, id);
  // First of all, as nothing else lets the rest go.
  state.statement(INSERT_PRUNED).run(id, pruning);
  for (const sql of DELETE_PARTS) state.statement(sql).run(id);
  state.statement(DELETE_RECORD).run(id);
  for (const { text } of texts) state.statement(DELETE_TEXT).run(text);
}

function first(state: State, sql: string, ...values: readonly number[]): number | undefined {
  return (state.statement(sql).get(...values) as unknown as [number] | undefined)?.[0];
}

/** When and why records went. */
export interface Pruning {
  /** When, as an ISO 8601 instant. */
  readonly time: string;
  /** What asked for it: an option or a setting as it was written. */
  readonly reason: string;
}

const SELECT_PRUNING = `SELECT time, reason FROM pruned JOIN prunings ON prunings.id = pruning
  WHERE record = ?`;
const SELECT_LAST_PRUNING =
  `SELECT time, reason FROM prunings WHERE id IN (SELECT pruning FROM pruned)
  ORDER BY id DESC LIMIT 1`;
const SELECT_REASON = "SELECT 1 FROM prunings WHERE reason = ? LIMIT 1";
const COUNT_PRUNED = "SELECT count(*) FROM pruned";

/** Returns when and why the record with this number went, or undefined when it did not. */
export function findPruning(state: State, record: number): Pruning | undefined {
  return state.read(() => readPruning(state, SELECT_PRUNING, record));
}

/** Returns how many records have gone, and when and why the last ones did; undefined when none has. */
export function lastPruning(state: State): Pruning & { readonly records: number } | undefined {
  return state.read(() => {
    const pruning = readPruning(state, SELECT_LAST_PRUNING);
    return pruning && { ...pruning, records: first(state, COUNT_PRUNED)! };
  });
}

/** Returns whether the records were looked through for this reason before, whatever went then. */
export function wasPrunedBy(state: State, reason: string): boolean {
  return state.read(() => state.statement(SELECT_REASON).get(reason) !== undefined);
}

function readPruning(state: State, sql: string, ...values: number[]): Pruning | undefined {
  const [row] = state.rows<{ time: number; reason: string }>(sql, ...values);
  return row && { time: state.instant(row.time), reason: row.reason };
}

/** Pages that are given back at once, in less than a tenth of a second, so that others write in between. */
const STEP_PAGES = 2000;

/** How SQLite says that the runtime, without all permissions, does not let it write a file anew. */
const NO_REWRITE_REGEXP = /too many attached databases/;

/**
 * Gives the room of what was deleted back to the disk, and returns whether it could: a full disk or
 * another process that holds the file is in the way, and of a file of an earlier version the runtime. The
 * room is then used by what is written next.
 */
export function compactState(state: State): boolean {
  try {
    if (first(state, "PRAGMA auto_vacuum") !== INCREMENTAL) {
      state.execute(`PRAGMA auto_vacuum = ${INCREMENTAL}; VACUUM`);
    }
    while (first(state, "PRAGMA freelist_count")! > 0) {
      // As a query, as `exec` of the runtime gives back a single page.
      state.statement(`PRAGMA incremental_vacuum(${STEP_PAGES})`).all();
    }
    // Only this makes the file itself smaller.
    state.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    return true;
  } catch (error) {
    const condition = fileCondition(error);
    const isHindered = condition === "busy" || condition === "full" ||
      (error instanceof Error && NO_REWRITE_REGEXP.test(error.message));
    if (isHindered) return false;
    throw error;
  }
}
