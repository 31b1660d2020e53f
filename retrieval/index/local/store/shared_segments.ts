import { checksum } from "../../../machine/mod.ts";
import { checkRow } from "./check_row.ts";
import type { Store } from "./open_store.ts";

/** What of a segment is in which of its blocks, where it is kept elsewhere. */
export interface SegmentHead {
  /** Chunks in it. */
  readonly chunks: number;
  /** Blocks of rows of documents. */
  readonly rows: number;
  /** The first term of each block of postings, by the bytes of UTF-8. */
  readonly terms: readonly string[];
  /** Numbers of the blocks of vectors, ascending. */
  readonly vectors: readonly number[];
  /** The first document of each block of details, by its number in the segment. */
  readonly details: readonly number[];
}

/** A segment that is kept elsewhere as well. */
export interface SharedSegment {
  /** Row number of the segment. */
  readonly segment: number;
  /** What it is called there. */
  readonly name: string;
  /** Undefined when all of it is here. */
  readonly head: SegmentHead | undefined;
}

/** A segment of which only what was asked for is here. */
export type PartialSegment = SharedSegment & { readonly head: SegmentHead };

const SELECT = "SELECT segment, name, head, sum FROM shared_segments ORDER BY segment";
const UPSERT = `INSERT INTO shared_segments (segment, name, head, sum) VALUES (?, ?, ?, ?)
  ON CONFLICT (segment) DO UPDATE SET name = excluded.name, head = excluded.head, sum = excluded.sum`;
const DELETE = "DELETE FROM shared_segments WHERE segment = ?";
const SELECT_FETCHED = "SELECT block FROM fetched_blocks WHERE segment = ?";
const INSERT_FETCHED = "INSERT OR IGNORE INTO fetched_blocks (segment, block) VALUES (?, ?)";
const DELETE_FETCHED = "DELETE FROM fetched_blocks WHERE segment = ?";

/** Returns the segments that are kept elsewhere as well, in the order they were made. */
export function listSharedSegments(store: Store): SharedSegment[] {
  return store.listRows<[number, string, string | null, number]>(SELECT)
    .map(([segment, name, head, sum]) => {
      checkRow(`what is shared of segment ${segment}`, sum, segment, name, head);
      return { segment, name, head: head === null ? undefined : JSON.parse(head) as SegmentHead };
    });
}

/** Returns those of them of which only what was asked for is here. */
export function listPartialSegments(store: Store): PartialSegment[] {
  return listSharedSegments(store).filter((one) => one.head !== undefined) as PartialSegment[];
}

/** Writes down that a segment is kept elsewhere, and what of it is where unless all of it is here. */
export function writeSharedSegment(store: Store, { segment, name, head }: SharedSegment): void {
  const text = head === undefined ? null : JSON.stringify(head);
  store.statement(UPSERT).run(segment, name, text, checksum(segment, name, text));
  if (head === undefined) store.statement(DELETE_FETCHED).run(segment);
}

/** Writes down that a segment is kept nowhere else. */
export function deleteSharedSegment(store: Store, segment: number): void {
  store.statement(DELETE).run(segment);
}

/** Returns the names of the blocks of vectors and details that are here of a partial segment. */
export function listFetchedBlocks(store: Store, segment: number): Set<string> {
  return new Set(store.listRows<[string]>(SELECT_FETCHED, segment).map(([block]) => block));
}

/** Writes down that what is in a block of vectors or details is here. */
export function writeFetchedBlock(store: Store, segment: number, block: string): void {
  store.statement(INSERT_FETCHED).run(segment, block);
}
