import { checksum, type ColumnValue, type Connection } from "../../machine/mod.ts";
import { alteredRecord } from "./state_error.ts";

/** All rows of a record, each table in an order that stays; columns that are added later are not among them. */
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
const SELECT_ALTERED = "SELECT record FROM record_sums ORDER BY record";
const INSERT = "INSERT INTO record_sums (record, sum) VALUES (?, ?)";

/** Adds the checksum of a record whose rows are written, in the caller's transaction. */
export function insertRecordSum(state: Connection, record: number): void {
  state.statement(INSERT).run(record, sumRecord(state, record));
}

/**
 * Checks that a record is as it was written, in the caller's transaction; one of before there were checksums passes.
 *
 * @throws {RetrievalError} `state-damaged` when it is not.
 */
export function checkRecord(state: Connection, record: number): void {
  const sum = state.findValue<number>(SELECT_SUM, record);
  if (sum !== undefined && sum !== sumRecord(state, record)) {
    throw alteredRecord(record, state.path);
  }
}

/** Checks all records, as {@link checkRecord} does. */
export function checkAllRecords(state: Connection): void {
  for (const [record] of state.listRows<[number]>(SELECT_ALTERED)) checkRecord(state, record);
}

function sumRecord(state: Connection, record: number): number {
  return checksum(...SELECT_ROWS.flatMap((sql) => {
    const rows = state.listRows<ColumnValue[]>(sql, record);
    return [rows.length, ...rows.flat()];
  }));
}
