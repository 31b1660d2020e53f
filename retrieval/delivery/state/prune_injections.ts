import type { Retention } from "../../config/mod.ts";
import type { Sql, SqlValue, StateStore } from "./state_store.ts";

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
const CAN_DELETE = `id < ?1 AND (session IS NULL OR NOT EXISTS (
  SELECT 1 FROM records AS later WHERE later.session = records.session AND later.id >= ?1))`;

const SELECT_FRESH = "SELECT id FROM records WHERE time >= ? ORDER BY id LIMIT 1";
const SELECT_KEPT = "SELECT id FROM records ORDER BY id DESC LIMIT 1 OFFSET ?";
const SELECT_END = "SELECT coalesce(max(id), 0) + 1 FROM records";
const COUNT = "SELECT count(*) FROM records";
const COUNT_DELETABLE = `SELECT count(*) AS records, count(DISTINCT session) AS sessions,
  min(time) AS oldest, max(time) AS newest FROM records WHERE ${CAN_DELETE}`;
const COUNT_HELD_BACK = `SELECT count(*) AS records, count(DISTINCT session) AS sessions
  FROM records WHERE id < ?1 AND NOT (${CAN_DELETE})`;
const SELECT_DELETABLE = `SELECT id, session FROM records WHERE ${CAN_DELETE} ORDER BY id LIMIT ?2`;
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
export async function findBoundary(
  state: StateStore,
  { maxAgeMs, keep }: Retention,
): Promise<number> {
  return await state.read(async (sql) =>
    Math.max(
      // The first by number, as a clock may have gone back.
      maxAgeMs === undefined ? 0 : await sql.value<number>(SELECT_FRESH, state.now() - maxAgeMs) ??
        await sql.value<number>(SELECT_END) ?? 0,
      keep === undefined ? 0 : await sql.value<number>(SELECT_KEPT, keep - 1) ?? 0,
    )
  );
}

/**
 * Returns which of the records below a number go. Those of a session go together, when the last of them
 * may: else it would be given again what it holds, or a round of it be answered twice, or a file shown
 * that its issue forbids.
 */
export async function planPruning(state: StateStore, boundary: number): Promise<PrunePlan> {
  return await state.read(async (sql) => {
    type Going = InjectionCount & { readonly oldest?: number; readonly newest?: number };
    const [{ oldest, newest, ...count }] = await sql.all<Going>(COUNT_DELETABLE, boundary) as [
      Going,
    ];
    const [heldBack] = await sql.all<InjectionCount>(COUNT_HELD_BACK, boundary) as [InjectionCount];
    return {
      pruned: {
        ...count,
        ...(oldest !== undefined && { oldest: state.instant(oldest) }),
        ...(newest !== undefined && { newest: state.instant(newest) }),
      },
      heldBack,
      left: (await sql.value<number>(COUNT) ?? 0) - count.records,
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
export async function pruneInjections(
  state: StateStore,
  { boundary, reason, limit = Infinity }: {
    readonly boundary: number;
    readonly reason: string;
    readonly limit?: number | undefined;
  },
): Promise<InjectionCount> {
  const gone = { records: 0, sessions: 0 };
  while (gone.records < limit) {
    const before = gone.records;
    await state.write(async (sql) => {
      // Asked anew each time, as a session may have been given something in between.
      const most = Math.min(BATCH_RECORDS, limit - before);
      const rows = await sql.all<{ id: number; session?: string }>(
        SELECT_DELETABLE,
        boundary,
        most,
      );
      if (rows.length === 0) return;
      const { added: pruning } = await sql.run(INSERT_PRUNING, state.now(), reason);
      const sessions = new Set(rows.flatMap(({ session }) => session ?? []));
      const ofSessions: { id: number }[] = [];
      for (const session of sessions) {
        ofSessions.push(...await sql.all<{ id: number }>(SELECT_OF_SESSION, session));
      }
      const ofNone = rows.filter(({ session }) => session === undefined);
      const ids = [...ofNone, ...ofSessions].map(({ id }) => id);
      for (const id of ids) await remove(sql, id, pruning);
      for (const session of sessions) await sql.run(DELETE_SESSION, session);
      gone.records += ids.length;
      gone.sessions += sessions.size;
    });
    if (gone.records === before) break;
  }
  return gone;
}

/** Writes down that records were looked through for a reason, also when none of them went. */
export async function recordPruning(state: StateStore, reason: string): Promise<void> {
  await state.write((sql) => sql.run(INSERT_PRUNING, state.now(), reason));
}

/** Removes a record with all that belongs to it alone. */
async function remove(sql: Sql, id: number, pruning: number): Promise<void> {
  const texts = await sql.all<{ text: number }>(SELECT_TEXTS, id);
  // First of all, as nothing else lets the rest go.
  await sql.run(INSERT_PRUNED, id, pruning);
  for (const statement of DELETE_PARTS) await sql.run(statement, id);
  await sql.run(DELETE_RECORD, id);
  for (const { text } of texts) await sql.run(DELETE_TEXT, text);
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
export async function findPruning(
  state: StateStore,
  record: number,
): Promise<Pruning | undefined> {
  return await state.read((sql) => readPruning(state, sql, SELECT_PRUNING, record));
}

/** Returns how many records have gone, and when and why the last ones did; undefined when none has. */
export async function findLastPruning(
  state: StateStore,
): Promise<Pruning & { readonly records: number } | undefined> {
  return await state.read(async (sql) => {
    const pruning = await readPruning(state, sql, SELECT_LAST_PRUNING);
    return pruning && { ...pruning, records: (await sql.value<number>(COUNT_PRUNED))! };
  });
}

/** Returns whether the records were looked through for this reason before, whatever went then. */
export async function wasPrunedBy(state: StateStore, reason: string): Promise<boolean> {
  return await state.read(async (sql) => await sql.value(SELECT_REASON, reason) !== undefined);
}

async function readPruning(
  state: StateStore,
  sql: Sql,
  statement: string,
  ...values: readonly SqlValue[]
): Promise<Pruning | undefined> {
  const row = await sql.get<{ time: number; reason: string }>(statement, ...values);
  return row && { time: state.instant(row.time), reason: row.reason };
}
