import type { Retention } from "../../config/mod.ts";
import type { Sql, SqlValue, StateStore } from "./state_store.ts";

/** Number of records in a report. */
export interface InjectionCount {
  readonly records: number;
  /** Number of their sessions. */
  readonly sessions: number;
}

/** Records to delete, and those to keep. */
export interface PrunePlan {
  /** Records to delete. */
  readonly pruned: InjectionCount & {
    /** Time of the first one, as an ISO 8601 instant; absent when none is deleted. */
    readonly oldest?: string;
    /** Time of the last one. */
    readonly newest?: string;
  };
  /** Records that would be deleted if their session were not active. */
  readonly heldBack: InjectionCount;
  /** Number of records that are kept, with those that are held back. */
  readonly left: number;
}

/**
 * Number of records that are deleted in one transaction, plus the rest of their last session: other
 * writers wait for less than a tenth of a second.
 */
const BATCH_RECORDS = 100;

/**
 * SQL condition for a record that can be deleted: a session is deleted as a whole, or not at all.
 */
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
 * Returns the number below which records may be deleted. That is the greater of two numbers: of the
 * first record that is young enough, and of the oldest record that is kept because of the limit on
 * their number.
 */
export async function findBoundary(
  state: StateStore,
  { maxAgeMs, keep }: Retention,
): Promise<number> {
  return await state.read(async (sql) =>
    Math.max(
      // The first by number, because the clock may have been set back.
      maxAgeMs === undefined ? 0 : await sql.value<number>(SELECT_FRESH, state.now() - maxAgeMs) ??
        await sql.value<number>(SELECT_END) ?? 0,
      keep === undefined ? 0 : await sql.value<number>(SELECT_KEPT, keep - 1) ?? 0,
    )
  );
}

/**
 * Returns the records below a number that will be deleted. Records of a session are deleted
 * together, when the last of them is below the number. Otherwise the session would receive passages
 * again that it has, a round could be answered twice, or a file could be shown that its issue
 * forbids.
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
 * Deletes the records below a number whose sessions have no later ones, in batches: a process that
 * dies in between leaves complete records and sessions, and other processes can write in between.
 * Stores the time and the reason of the deletion of each record.
 *
 * @param options.boundary Number below which records may be deleted.
 * @param options.reason Reason, for users who look for a deleted record.
 * @param options.limit Maximum number of records, plus the rest of the last session.
 * @returns Deleted records.
 */
export async function pruneInjections(
  state: StateStore,
  { boundary, reason, limit = Infinity }: {
    readonly boundary: number;
    readonly reason: string;
    readonly limit?: number | undefined;
  },
): Promise<InjectionCount> {
  const deleted = { records: 0, sessions: 0 };
  while (deleted.records < limit) {
    const before = deleted.records;
    await state.write(async (sql) => {
      // Queried again for each batch, because a session may have received something in between.
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
      for (const id of ids) await deleteRecord(sql, id, pruning);
      for (const session of sessions) await sql.run(DELETE_SESSION, session);
      deleted.records += ids.length;
      deleted.sessions += sessions.size;
    });
    if (deleted.records === before) break;
  }
  return deleted;
}

/** Stores that the records were checked for a reason, also when none was deleted. */
export async function recordPruning(state: StateStore, reason: string): Promise<void> {
  await state.write((sql) => sql.run(INSERT_PRUNING, state.now(), reason));
}

/** Deletes a record with all data that belongs only to it. */
async function deleteRecord(sql: Sql, id: number, pruning: number): Promise<void> {
  const texts = await sql.all<{ text: number }>(SELECT_TEXTS, id);
  // First, because the triggers allow the other deletions only after it.
  await sql.run(INSERT_PRUNED, id, pruning);
  for (const statement of DELETE_PARTS) await sql.run(statement, id);
  await sql.run(DELETE_RECORD, id);
  for (const { text } of texts) await sql.run(DELETE_TEXT, text);
}

/** Time and reason of a deletion of records. */
export interface Pruning {
  /** Time, as an ISO 8601 instant. */
  readonly time: string;
  /** Option or setting that caused it, as it was written. */
  readonly reason: string;
}

const SELECT_PRUNING = `SELECT time, reason FROM pruned JOIN prunings ON prunings.id = pruning
  WHERE record = ?`;
const SELECT_LAST_PRUNING =
  `SELECT time, reason FROM prunings WHERE id IN (SELECT pruning FROM pruned)
  ORDER BY id DESC LIMIT 1`;
const SELECT_REASON = "SELECT 1 FROM prunings WHERE reason = ? LIMIT 1";
const COUNT_PRUNED = "SELECT count(*) FROM pruned";

/**
 * Returns the time and the reason of the deletion of a record, or `undefined` when it was not
 * deleted.
 */
export async function findPruning(
  state: StateStore,
  record: number,
): Promise<Pruning | undefined> {
  return await state.read((sql) => readPruning(state, sql, SELECT_PRUNING, record));
}

/**
 * Returns the number of deleted records, with the time and the reason of the last deletion, or
 * `undefined` when none was deleted.
 */
export async function findLastPruning(
  state: StateStore,
): Promise<Pruning & { readonly records: number } | undefined> {
  return await state.read(async (sql) => {
    const pruning = await readPruning(state, sql, SELECT_LAST_PRUNING);
    return pruning && { ...pruning, records: (await sql.value<number>(COUNT_PRUNED))! };
  });
}

/** Returns true when the records were checked for this reason before, even if none was deleted. */
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
