import { checksum, type ColumnValue, type Connection } from "../../machine/mod.ts";
import { alteredRecordError } from "./state_error.ts";
import type { Sql } from "./state_store.ts";

/**
 * Queries of all rows of a record, each table in a stable order. Columns that are added later are
 * not included.
 */
const SELECT_ROWS: readonly string[] = [
  `SELECT id, session, kind, round, time, trigger, request, plan, hash, format, estimator, budget_limit,
    budget_used, index_state, exclusions, notes, outcomes, details, duration, fragments, omissions, texts
  FROM records WHERE id = ?`,
  `SELECT rank, source, path, start_line, end_line, content_hash, file_hash, position, form, trust, tokens,
    score, kind, role, slug, freshness, details
  FROM fragments WHERE record = ? ORDER BY rank`,
  `SELECT rank, source, path, start_line, end_line, tokens, reason
  FROM omissions WHERE record = ? ORDER BY rank`,
  `SELECT place, head, tail, hash, texts.text
  FROM record_texts JOIN texts ON texts.id = record_texts.text WHERE record = ? ORDER BY place`,
];
const SELECT_SUM = "SELECT sum FROM record_sums WHERE record = ?";
const SELECT_ALL = "SELECT record, sum FROM record_sums ORDER BY record";
const INSERT = "INSERT INTO record_sums (record, sum) VALUES (?, ?)";

/** Inserts the checksum of a record whose rows are written, in the transaction of the caller. */
export async function insertRecordSum(sql: Sql, record: number): Promise<void> {
  await sql.run(INSERT, record, await sumRecord(sql, record));
}

/**
 * Checks that a record is unchanged, in the transaction of the caller. A record from before there
 * were checksums passes.
 *
 * @throws {RetrievalError} `state-damaged` when it was changed.
 */
export async function checkRecord(
  { path }: { readonly path: string },
  sql: Sql,
  record: number,
): Promise<void> {
  const sum = await sql.value<number>(SELECT_SUM, record);
  if (sum !== undefined && sum !== await sumRecord(sql, record)) {
    throw alteredRecordError(record, path);
  }
}

/** Checks all records of a file; see {@link checkRecord}. */
export function checkAllRecords(file: Connection): void {
  for (const [record, sum] of file.listRows<[number, number]>(SELECT_ALL)) {
    const tables = SELECT_ROWS.map((sql) => file.listRows<ColumnValue[]>(sql, record));
    if (sum !== sumTables(tables)) throw alteredRecordError(record, file.path);
  }
}

async function sumRecord(sql: Sql, record: number): Promise<number> {
  const tables: (readonly ColumnValue[][])[] = [];
  for (const statement of SELECT_ROWS) tables.push(await sql.table(statement, record));
  return sumTables(tables);
}

function sumTables(tables: readonly (readonly ColumnValue[][])[]): number {
  return checksum(...tables.flatMap((rows) => [rows.length, ...rows.flat()]));
}
