import type { Connection } from "../../../machine/mod.ts";
import { addChecksums, checksum } from "../../../machine/mod.ts";
import { checkRow } from "./check_row.ts";
import type { Store } from "./open_store.ts";

/** Occurrences of a term in one segment. */
export interface PostingList {
  readonly segment: number;
  /** Encoded postings; see `posting_codec.ts`. */
  readonly data: Uint8Array;
}

/** Postings of a term in one segment. */
export interface TermPostings extends PostingList {
  readonly term: string;
}

const SELECT = `SELECT segment, data, sum FROM postings
  WHERE term = ? AND segment IN (SELECT id FROM segments) ORDER BY segment`;
const SELECT_SEGMENTS = `SELECT term, segment, data, sum FROM postings
  WHERE segment IN (SELECT value FROM json_each(?)) ORDER BY term, segment`;
const INSERT = "INSERT INTO postings (term, segment, data, sum) VALUES (?, ?, ?, ?)";
const UPDATE_SUM = "UPDATE segments SET postings_sum = ? WHERE id = ?";
const SELECT_KNOWN = `SELECT term FROM postings
  WHERE segment = ? AND term IN (SELECT value FROM json_each(?))`;
const INSERT_FETCHED =
  "INSERT OR IGNORE INTO postings (term, segment, data, sum) VALUES (?, ?, ?, ?)";
const DELETE_ABSENT = "DELETE FROM postings WHERE segment = ? AND length(data) = 0";
const SELECT_SUM = "SELECT postings_sum FROM segments WHERE id = ?";
const SELECT_ALL = "SELECT term, data, sum FROM postings WHERE segment = ?";

/** Returns the occurrences of `term`, one list for each segment that contains it. */
export function listPostings(store: Store, term: string): PostingList[] {
  return store.listRows<[number, Uint8Array, number]>(SELECT, term).map(([segment, data, sum]) => {
    checkRow(`the places of "${term}"`, sum, term, data);
    return { segment, data };
  });
}

/**
 * Yields all postings of the segments with the given row numbers, by term and then by segment. Each
 * is valid until the next iteration.
 */
export function* iteratePostings(
  store: Store,
  segments: readonly number[],
): Generator<TermPostings> {
  const rows = store.statement(SELECT_SEGMENTS).iterate(JSON.stringify(segments));
  type Row = [string, number, Uint8Array<ArrayBuffer>, number];
  for (const [term, segment, data, sum] of rows as unknown as Iterable<Row>) {
    checkRow(`the places of "${term}"`, sum, term, data);
    yield { term, segment, data };
    // Frees the memory at once. Of a million arrays, many would stay until the next garbage
    // collection.
    data.buffer.transfer(0);
  }
}

/** Writes the postings of a segment without postings, each term once. */
export function insertPostings(
  store: Store,
  segment: number,
  postings: Iterable<Omit<TermPostings, "segment">>,
): void {
  let sum = 0;
  for (const { term, data } of postings) {
    const rowSum = checksum(term, data);
    store.statement(INSERT).run(term, segment, data, rowSum);
    sum = addChecksums(sum, rowSum);
  }
  store.statement(UPDATE_SUM).run(sum, segment);
}

/**
 * Returns the terms, of those passed, whose occurrences in a segment are known, even if there are
 * none.
 */
export function listKnownTerms(
  store: Store,
  segment: number,
  terms: readonly string[],
): Set<string> {
  const rows = store.listRows<[string]>(SELECT_KNOWN, segment, JSON.stringify(terms));
  return new Set(rows.map(([term]) => term));
}

/**
 * Adds postings to those of a segment. Empty postings state that a term does not occur in it. Known
 * postings stay.
 */
export function addPostings(
  store: Store,
  segment: number,
  postings: Iterable<Omit<TermPostings, "segment">>,
): void {
  let sum = store.findValue<number>(SELECT_SUM, segment)!;
  for (const { term, data } of postings) {
    const rowSum = checksum(term, data);
    const { changes } = store.statement(INSERT_FETCHED).run(term, segment, data, rowSum);
    if (changes > 0) sum = addChecksums(sum, rowSum);
  }
  store.statement(UPDATE_SUM).run(sum, segment);
}

/** Deletes the empty postings of a segment, once all of its postings are present. */
export function dropAbsentTerms(store: Store, segment: number): void {
  store.statement(DELETE_ABSENT).run(segment);
  store.statement(UPDATE_SUM).run(sumPostings(store, segment)!, segment);
}

/**
 * Returns the checksum that the postings of a segment should have; undefined when a row was
 * altered.
 */
export function sumPostings(store: Connection, segment: number): number | undefined {
  const rows = store.statement(SELECT_ALL).iterate(segment);
  let sum = 0;
  for (const [term, data, rowSum] of rows as unknown as Iterable<[string, Uint8Array, number]>) {
    if (checksum(term, data) !== rowSum) return undefined;
    sum = addChecksums(sum, rowSum);
  }
  return sum;
}
