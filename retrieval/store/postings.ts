import type { Store } from "./open_store.ts";

/** Where a term occurs in one segment. */
export interface PostingList {
  /** Row number of the segment. */
  readonly segment: number;
  /** The postings as bytes; see `posting_codec.ts`. */
  readonly data: Uint8Array;
}

/** A term's postings in one segment. */
export interface TermPostings extends PostingList {
  /** The term. */
  readonly term: string;
}

const SELECT = `SELECT segment, data FROM postings
  WHERE term = ? AND segment IN (SELECT id FROM segments) ORDER BY segment`;
const SELECT_SEGMENTS = `SELECT term, segment, data FROM postings
  WHERE segment IN (SELECT value FROM json_each(?)) ORDER BY term, segment`;
const INSERT = "INSERT INTO postings (term, segment, data) VALUES (?, ?, ?)";
const DELETE_SEGMENT = "DELETE FROM postings WHERE segment = ?";

/** Returns where `term` occurs, one list for each segment that holds it. */
export function listPostings(store: Store, term: string): PostingList[] {
  const rows = store.statement(SELECT).all(term) as unknown as [number, Uint8Array][];
  return rows.map(([segment, data]) => ({ segment, data }));
}

/** Yields all postings of the segments with the given row numbers, by term and then by segment. */
export function* iteratePostings(
  store: Store,
  segments: readonly number[],
): Generator<TermPostings> {
  const rows = store.statement(SELECT_SEGMENTS).iterate(
    JSON.stringify(segments),
  ) as unknown as Iterable<[string, number, Uint8Array]>;
  for (const [term, segment, data] of rows) yield { term, segment, data };
}

/** Writes the postings of one term in one segment. */
export function insertPostings(store: Store, { term, segment, data }: TermPostings): void {
  store.statement(INSERT).run(term, segment, data);
}

/** Removes all postings of a segment. */
export function deletePostingsOfSegment(store: Store, segment: number): void {
  store.statement(DELETE_SEGMENT).run(segment);
}
