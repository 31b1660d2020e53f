import { checksum } from "../../../machine/mod.ts";
import { checkRow } from "./check_row.ts";
import type { Store } from "./open_store.ts";

/** Contents of the blocks of a segment that is stored remotely. */
export interface SegmentHead {
  /** Number of chunks. */
  readonly chunks: number;
  /** Number of blocks with rows of documents. */
  readonly rows: number;
  /** First term of each block of postings, in the order of UTF-8 bytes. */
  readonly terms: readonly string[];
  /** Numbers of the blocks of vectors, in ascending order. */
  readonly vectors: readonly number[];
  /** First document of each block of details, by its number in the segment. */
  readonly details: readonly number[];
}

/** Segment that has a remote copy. */
export interface SharedSegment {
  /** Row number of the segment. */
  readonly segment: number;
  /** Name of the remote copy. */
  readonly name: string;
  /** Contents of the remote blocks; undefined when the whole segment is here. */
  readonly head: SegmentHead | undefined;
}

/** Segment of which only the requested blocks are here. */
export type PartialSegment = SharedSegment & { readonly head: SegmentHead };

const SELECT = "SELECT segment, name, head, sum FROM shared_segments ORDER BY segment";
const UPSERT = `INSERT INTO shared_segments (segment, name, head, sum) VALUES (?, ?, ?, ?)
  ON CONFLICT (segment) DO UPDATE SET name = excluded.name, head = excluded.head, sum = excluded.sum`;
const DELETE = "DELETE FROM shared_segments WHERE segment = ?";
const SELECT_FETCHED = "SELECT block FROM fetched_blocks WHERE segment = ?";
const INSERT_FETCHED = "INSERT OR IGNORE INTO fetched_blocks (segment, block) VALUES (?, ?)";
const DELETE_FETCHED = "DELETE FROM fetched_blocks WHERE segment = ?";

/** Returns the segments that have a remote copy, in the order of creation. */
export function listSharedSegments(store: Store): SharedSegment[] {
  return store.listRows<[number, string, string | null, number]>(SELECT)
    .map(([segment, name, head, sum]) => {
      checkRow(`what is shared of segment ${segment}`, sum, segment, name, head);
      return { segment, name, head: head === null ? undefined : JSON.parse(head) as SegmentHead };
    });
}

/** Returns the segments of which only the requested blocks are here. */
export function listPartialSegments(store: Store): PartialSegment[] {
  return listSharedSegments(store).filter((one) => one.head !== undefined) as PartialSegment[];
}

/**
 * Writes that a segment has a remote copy, with the contents of its blocks unless the whole segment
 * is here.
 */
export function writeSharedSegment(store: Store, { segment, name, head }: SharedSegment): void {
  const text = head === undefined ? null : JSON.stringify(head);
  store.statement(UPSERT).run(segment, name, text, checksum(segment, name, text));
  if (head === undefined) store.statement(DELETE_FETCHED).run(segment);
}

/** Deletes the entry of a segment, which has no remote copy any more. */
export function deleteSharedSegment(store: Store, segment: number): void {
  store.statement(DELETE).run(segment);
}

/** Returns the names of the blocks of vectors and details of a partial segment that are here. */
export function listFetchedBlocks(store: Store, segment: number): Set<string> {
  return new Set(store.listRows<[string]>(SELECT_FETCHED, segment).map(([block]) => block));
}

/** Writes that the content of a block of vectors or details is here. */
export function writeFetchedBlock(store: Store, segment: number, block: string): void {
  store.statement(INSERT_FETCHED).run(segment, block);
}
