import type { Connection } from "../../../machine/mod.ts";
import { addChecksums, checksum } from "../../../machine/mod.ts";
import type { Store } from "./open_store.ts";

/** Where a term occurs in one segment. */
export interface PostingList {
  readonly segment: number;
  /** The postings as bytes; see `posting_codec.ts`. */
  readonly data: Uint8Array;
}

/** A term's postings in one segment. */
export interface TermPostings extends PostingList {
  readonly term: string;
}

const SELECT = `SELECT segment, data FROM postings
  WHERE term = ? AND segment IN (SELECT id FROM segments) ORDER BY segment`;
const SELECT_SEGMENTS = `SELECT term, segment, data FROM postings
  WHERE segment IN (SELECT value FROM json_each(?)) ORDER BY term, segment`;
const INSERT = "INSERT INTO postings (term, segment, data) VALUES (?, ?, ?)";
const UPDATE_SUM = "UPDATE segments SET postings_sum = ? WHERE id = ?";
const SELECT_ALL = "SELECT term, data FROM postings WHERE segment = ?";

/** Returns where `term` occurs, one list for each segment that holds it. */
export function listPostings(store: Store, term: string): PostingList[] {
  return store.listRows<[number, Uint8Array]>(SELECT, term)
    .map(([segment, data]) => ({ segment, data }));
}

/**
 * Yields all postings of the segments with the given row numbers, by term and then by segment, each valid
 * until the next are asked for.
 */
export function* iteratePostings(
  store: Store,
  segments: readonly number[],
): Generator<TermPostings> {
  const rows = store.statement(SELECT_SEGMENTS).iterate(JSON.stringify(segments));
  type Row = [string, number, Uint8Array<ArrayBuffer>];
  for (const [term, segment, data] of rows as unknown as Iterable<Row>) {
    yield { term, segment, data };
    // Frees it: of a million of them much would be there until it was collected.
    data.buffer.transfer(0);
  }
}

/** Writes the postings of a segment that has none, each term once. */
export function insertPostings(
  store: Store,
  segment: number,
  postings: Iterable<Omit<TermPostings, "segment">>,
): void {
  let sum = 0;
  for (const { term, data } of postings) {
    store.statement(INSERT).run(term, segment, data);
    sum = addChecksums(sum, checksum(term, data));
  }
  store.statement(UPDATE_SUM).run(sum, segment);
}

/** Returns what the checksum of a segment's postings should be by what there is. */
export function sumPostings(store: Connection, segment: number): number {
  const rows = store.statement(SELECT_ALL).iterate(segment);
  let sum = 0;
  for (const [term, data] of rows as unknown as Iterable<[string, Uint8Array]>) {
    sum = addChecksums(sum, checksum(term, data));
  }
  return sum;
}
