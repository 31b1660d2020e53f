import type { Field } from "@dossier/core";
import { checksum, type Connection, RetrievalError } from "../../../machine/mod.ts";
import { checkRow } from "./check_row.ts";
import { type ChunkLocation, listChunkLocations } from "./documents.ts";
import type { Store } from "./open_store.ts";

/**
 * Number of terms in each chunk of a segment, by field: at most 65,535 in the body and 255 in the
 * others.
 */
export interface SegmentLengths {
  readonly body: Uint16Array;
  /** Number of terms in the names of the definitions. */
  readonly symbols: Uint8Array;
  /** Number of terms in the headings. */
  readonly heading: Uint8Array;
  readonly path: Uint8Array;
}

/** Consecutive chunks of one document. */
export interface ChunkRun {
  readonly document: number;
  readonly chunks: number;
}

/** Number of values that each document of a segment takes in {@link Segment.documents}. */
export const DOCUMENT_STRIDE = 3;

/** Number of bytes that these values take. */
const RUN_BYTES = DOCUMENT_STRIDE * Uint32Array.BYTES_PER_ELEMENT;

/**
 * Number of bytes of the lengths of a chunk, for all fields together; see {@link SegmentLengths}.
 */
const LENGTHS_BYTES = 5;

/** Consecutive chunks of a segment: the number of the first, and the count. */
export interface ChunkRange {
  readonly first: number;
  readonly count: number;
}

/** Immutable part of the index, without its postings. */
export interface Segment {
  readonly id: number;
  /** Number of chunks, including deleted ones. */
  readonly chunkCount: number;
  readonly lengths: SegmentLengths;
  /**
   * Documents in chunk order: row number, first chunk, and number of terms in the body for each.
   */
  readonly documents: Uint32Array;
  /** Bitmap of the deleted chunks; undefined when no chunk is deleted. */
  readonly deleted: Uint8Array | undefined;
  readonly deletedCount: number;
  /** Number of terms in the live chunks. */
  readonly sums: Readonly<Record<Field, number>>;
}

const SELECT =
  `SELECT id, lengths, lengths_sum, runs, runs_sum, life_sum, dead, chunk_count, dead_count,
    body_terms, symbols_terms, heading_terms, path_terms
  FROM segments ORDER BY id`;
const SELECT_LENGTHS = "SELECT chunk_count, lengths FROM segments WHERE id = ?";
const SELECT_STATE = `SELECT lengths, dead, chunk_count, dead_count,
    body_terms, symbols_terms, heading_terms, path_terms
  FROM segments WHERE id = ?`;
const INSERT =
  `INSERT INTO segments (lengths, lengths_sum, runs, runs_sum, dead, chunk_count, dead_count,
    body_terms, symbols_terms, heading_terms, path_terms, life_sum)
  VALUES (?, ?, x'', ?, NULL, ?, ?, ?, ?, ?, ?, ?) RETURNING id`;
const UPDATE_RUNS = "UPDATE segments SET runs = ?, runs_sum = ? WHERE id = ?";
const UPDATE_STATE = `UPDATE segments SET dead = ?, chunk_count = ?, dead_count = ?, body_terms = ?,
    symbols_terms = ?, heading_terms = ?, path_terms = ?, life_sum = ?
  WHERE id = ?`;
const COUNT = "SELECT count(*) FROM segments";
const SELECT_COUNT = "SELECT chunk_count FROM segments WHERE id = ?";
const COUNT_LIVE = "SELECT coalesce(sum(chunk_count - dead_count), 0) FROM segments";
const DELETES = [
  "DELETE FROM postings WHERE segment = ?",
  "DELETE FROM vectors WHERE segment = ?",
  "DELETE FROM segments WHERE id = ?",
];

/**
 * Values of a segment that change when chunks are deleted, in the order of the row and of the
 * checksum.
 */
type SegmentState = readonly [
  ...[deleted: Uint8Array | null, chunkCount: number, deletedCount: number],
  ...[body: number, symbols: number, heading: number, path: number],
];

type Row = readonly [
  ...[id: number, lengths: Uint8Array, lengthsSum: number],
  ...[runs: Uint8Array, runsSum: number, lifeSum: number],
  ...SegmentState,
];

/**
 * Returns all segments in the order of creation.
 *
 * @throws {RetrievalError} `index-damaged` when a segment is truncated or has changed since it was
 * written.
 */
export function listSegments(store: Connection): Segment[] {
  return store.listRows<Row>(SELECT).map(toSegment);
}

function toSegment([id, lengths, lengthsSum, runs, runsSum, lifeSum, ...life]: Row): Segment {
  const [deleted, chunkCount, deletedCount, body, symbols, heading, path] = life;
  const what = `segment ${id}`;
  checkRow(what, lifeSum, ...life);
  checkRow(what, runsSum, runs);
  checkRow(what, lengthsSum, lengths);
  const isWhole = runs.length % RUN_BYTES === 0 &&
    (deleted === null || deleted.length === bitmapBytes(chunkCount));
  if (!isWhole) throw new RetrievalError("index-damaged", `Cannot read segment ${id}`);
  return {
    id,
    chunkCount,
    lengths: decodeLengths(lengths, chunkCount),
    documents: new Uint32Array(runs.slice().buffer),
    deleted: deleted ?? undefined,
    deletedCount,
    sums: { body, symbols, heading, path },
  };
}

/** Returns the runs of a segment in chunk order: the document of each, and its number of chunks. */
export function listRuns({ documents, chunkCount }: Pick<Segment, "documents" | "chunkCount">) {
  const count = documents.length / DOCUMENT_STRIDE;
  return Array.from({ length: count }, (_, i): ChunkRun => {
    const first = i * DOCUMENT_STRIDE + 1;
    return {
      document: documents[first - 1]!,
      chunks: (documents[first + DOCUMENT_STRIDE] ?? chunkCount) - documents[first]!,
    };
  });
}

/** Run with its location. */
export interface LocatedRun extends ChunkRun {
  readonly segment: Segment;
  /** Number of its first chunk in the segment. */
  readonly first: number;
  /**
   * True when the segment has the current chunks of the document. Otherwise the document was
   * changed or removed since.
   */
  readonly isCurrent: boolean;
}

/** Returns the runs of some segments with their locations, in chunk order. */
export function locateRuns(store: Connection, segments: readonly Segment[]): LocatedRun[] {
  const locations = new Map<number, ChunkLocation>();
  for (const location of listChunkLocations(store)) locations.set(location.id, location);
  return segments.flatMap((segment) => {
    let next = 0;
    return listRuns(segment).map((run) => {
      const first = next;
      next += run.chunks;
      const location = locations.get(run.document);
      const isCurrent = location?.segment === segment.id && location.firstChunk === first;
      return { ...run, segment, first, isCurrent };
    });
  });
}

/**
 * Returns the number of chunks of a segment, including deleted ones; 0 when there is no such
 * segment.
 */
export function countSegmentChunks(store: Store, id: number): number {
  return store.findValue<number>(SELECT_COUNT, id) ?? 0;
}

/** Returns the number of live chunks. */
export function countLiveChunks(store: Store): number {
  return store.findValue<number>(COUNT_LIVE)!;
}

/** Returns the number of segments. */
export function countSegments(store: Store): number {
  return store.findValue<number>(COUNT)!;
}

/**
 * Writes a new segment whose chunks are all live. Returns its row number, which is above all
 * others. {@link writeRuns} writes the documents of its chunks.
 */
export function insertSegment(store: Store, lengths: SegmentLengths): number {
  const { body, symbols, heading, path } = sumLive(lengths, undefined);
  const life: SegmentState = [null, lengths.body.length, 0, body, symbols, heading, path];
  const bytes = encodeLengths(lengths);
  const noRuns = checksum(new Uint8Array());
  const values = [bytes, checksum(bytes), noRuns, ...life.slice(1), checksum(...life)];
  return store.findValue<number>(INSERT, ...values)!;
}

/** Writes the runs of a segment. */
export function writeRuns(store: Store, id: number, runs: readonly ChunkRun[]): void {
  const [chunkCount, bytes] = store.findRow<[number, Uint8Array]>(SELECT_LENGTHS, id)!;
  const { body } = decodeLengths(bytes, chunkCount);
  const documents = new Uint32Array(runs.length * DOCUMENT_STRIDE);
  let firstChunk = 0;
  runs.forEach(({ document, chunks }, i) => {
    let terms = 0;
    for (let chunk = firstChunk; chunk < firstChunk + chunks; chunk++) terms += body[chunk]!;
    documents.set([document, firstChunk, terms], i * DOCUMENT_STRIDE);
    firstChunk += chunks;
  });
  const written = new Uint8Array(documents.buffer);
  store.statement(UPDATE_RUNS).run(written, checksum(written), id);
}

/** Marks the chunks in `ranges` of segment `id` as deleted. */
export function deleteChunks(store: Store, id: number, ...ranges: readonly ChunkRange[]): void {
  const row = store.findRow<[lengths: Uint8Array, ...SegmentState]>(SELECT_STATE, id);
  if (row === undefined || ranges.every((range) => range.count === 0)) return;
  const [lengths, known, chunkCount, deletedCount, ...terms] = row;
  const deleted = known ?? new Uint8Array(bitmapBytes(chunkCount));
  const added: number[] = [];
  for (const { first, count } of ranges) {
    for (let chunk = first; chunk < first + count; chunk++) {
      if (isDeleted(deleted, chunk)) continue;
      deleted[chunk >>> 3]! |= 1 << (chunk & 7);
      added.push(chunk);
    }
  }
  const removed = sumLengths(decodeLengths(lengths, chunkCount), added);
  const life: SegmentState = [
    ...[deleted, chunkCount, deletedCount + added.length] as const,
    ...[terms[0] - removed.body, terms[1] - removed.symbols] as const,
    ...[terms[2] - removed.heading, terms[3] - removed.path] as const,
  ];
  store.statement(UPDATE_STATE).run(...life, checksum(...life), id);
}

/** Deletes a segment with its postings and vectors. */
export function deleteSegment(store: Store, id: number): void {
  for (const statement of DELETES) store.statement(statement).run(id);
}

/** Returns the number of bytes of a bitmap of `count` chunks. */
function bitmapBytes(count: number): number {
  return (count + 7) >>> 3;
}

/** Returns true when `chunk` is marked in the bitmap `deleted`. */
export function isDeleted(deleted: Uint8Array | undefined, chunk: number): boolean {
  return deleted !== undefined && ((deleted[chunk >>> 3]! >>> (chunk & 7)) & 1) === 1;
}

/** Returns what `make` returns for each field. */
export function mapFields<Value>(make: (field: Field) => Value): Record<Field, Value> {
  return {
    body: make("body"),
    symbols: make("symbols"),
    heading: make("heading"),
    path: make("path"),
  };
}

/** Returns the lengths of a segment from lists with one number per chunk. */
export function toLengths(lists: Readonly<Record<Field, readonly number[]>>): SegmentLengths {
  return {
    body: Uint16Array.from(lists.body),
    symbols: Uint8Array.from(lists.symbols),
    heading: Uint8Array.from(lists.heading),
    path: Uint8Array.from(lists.path),
  };
}

/** Returns the number of terms in the live chunks. */
export function sumLive(lengths: SegmentLengths, deleted: Uint8Array | undefined): Segment["sums"] {
  return sumLengths(
    lengths,
    [...lengths.body.keys()].filter((chunk) => !isDeleted(deleted, chunk)),
  );
}

function sumLengths(lengths: SegmentLengths, chunks: readonly number[]): Segment["sums"] {
  return mapFields((field) => chunks.reduce((sum, chunk) => sum + lengths[field][chunk]!, 0));
}

// Numbers of 16 and 32 bits are stored in the byte order of the machine: Deno runs on little-endian
// machines only, and an index is not moved between machines.

function encodeLengths({ body, symbols, heading, path }: SegmentLengths): Uint8Array {
  const count = body.length;
  const bytes = new Uint8Array(count * LENGTHS_BYTES);
  bytes.set(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  bytes.set(symbols, count * 2);
  bytes.set(heading, count * 3);
  bytes.set(path, count * 4);
  return bytes;
}

/** Returns the lengths of the chunks of a segment from its row. */
export function decodeLengths(bytes: Uint8Array, count: number): SegmentLengths {
  if (bytes.length !== count * LENGTHS_BYTES) {
    throw new RetrievalError("index-damaged", `Cannot read the lengths of ${count} chunks`);
  }
  return {
    body: new Uint16Array(bytes.slice(0, count * 2).buffer),
    symbols: bytes.subarray(count * 2, count * 3),
    heading: bytes.subarray(count * 3, count * 4),
    path: bytes.subarray(count * 4, count * 5),
  };
}
