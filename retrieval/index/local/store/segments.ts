import { type Connection, RetrievalError } from "../../../machine/mod.ts";
import { checksum } from "./checksum.ts";
import type { Store } from "./open_store.ts";

/** Terms in each chunk of a segment, by field. */
export interface SegmentLengths {
  /** Terms in the body; at most 65,535. */
  readonly body: Uint16Array;
  /** Terms in the names of the definitions; at most 255. */
  readonly symbols: Uint8Array;
  /** Terms in the heading trail; at most 255. */
  readonly heading: Uint8Array;
  /** Terms in the path; at most 255. */
  readonly path: Uint8Array;
}

/** Some neighbouring chunks of one document. */
export interface ChunkRun {
  /** Row number of the document. */
  readonly document: number;
  /** How many chunks. */
  readonly chunks: number;
}

/** Numbers that each document of a segment takes in {@link Segment.documents}. */
export const DOCUMENT_STRIDE = 3;

/** Bytes that they take. */
const RUN_BYTES = DOCUMENT_STRIDE * Uint32Array.BYTES_PER_ELEMENT;

/** Bytes that the lengths of a chunk take, all fields together; see {@link SegmentLengths}. */
const LENGTHS_BYTES = 5;

/** Neighbouring chunks of a segment. */
export interface ChunkRange {
  /** Number of the first. */
  readonly first: number;
  /** How many. */
  readonly count: number;
}

/** How many terms there are in each field. */
export type FieldSums = Readonly<Record<keyof SegmentLengths, number>>;

/** An immutable part of the index, apart from its postings. */
export interface Segment {
  /** Row number. */
  readonly id: number;
  /** Number of chunks, dead ones included. */
  readonly chunkCount: number;
  /** Field lengths of its chunks. */
  readonly lengths: SegmentLengths;
  /** Its documents in chunk order: row number, first chunk and terms in the body of each. */
  readonly documents: Uint32Array;
  /** Bitmap of the dead chunks; undefined while all are alive. */
  readonly dead: Uint8Array | undefined;
  /** How many chunks are dead. */
  readonly deadCount: number;
  /** Terms in the living chunks. */
  readonly sums: FieldSums;
}

const SELECT = `SELECT id, chunk_count, lengths, runs, dead, dead_count,
    body_terms, symbols_terms, heading_terms, path_terms
  FROM segments ORDER BY id`;
const SELECT_LENGTHS = "SELECT chunk_count, lengths FROM segments WHERE id = ?";
const SELECT_LIFE = "SELECT chunk_count, lengths, dead FROM segments WHERE id = ?";
const INSERT = `INSERT INTO segments (id, chunk_count, lengths, runs, dead,
    body_terms, symbols_terms, heading_terms, path_terms)
  VALUES (?, ?, ?, ?, NULL, ?, ?, ?, ?)`;
const NEXT_ID = "SELECT coalesce(max(id), 0) + 1 FROM segments";
const UPDATE_RUNS = "UPDATE segments SET runs = ?, runs_sum = ? WHERE id = ?";
const UPDATE_DEAD = `UPDATE segments SET dead = ?, dead_count = dead_count + ?,
    body_terms = body_terms - ?, symbols_terms = symbols_terms - ?,
    heading_terms = heading_terms - ?, path_terms = path_terms - ?
  WHERE id = ?`;
const COUNT = "SELECT count(*) FROM segments";
const SELECT_COUNT = "SELECT chunk_count FROM segments WHERE id = ?";
const COUNT_LIVE = "SELECT coalesce(sum(chunk_count - dead_count), 0) FROM segments";
const DELETE = "DELETE FROM segments WHERE id = ?";

type Row = [
  id: number,
  chunkCount: number,
  lengths: Uint8Array,
  runs: Uint8Array,
  dead: Uint8Array | null,
  deadCount: number,
  body: number,
  symbols: number,
  heading: number,
  path: number,
];

/**
 * Returns all segments in the order they were made.
 *
 * @throws {RetrievalError} `index-damaged` when one is cut short.
 */
export function listSegments(store: Connection): Segment[] {
  return (store.statement(SELECT).all() as unknown as Row[]).map(toSegment);
}

function toSegment(
  [id, chunkCount, lengths, runs, dead, deadCount, body, symbols, heading, path]: Row,
): Segment {
  const isWhole = runs.length % RUN_BYTES === 0 &&
    (dead === null || dead.length === bitmapBytes(chunkCount));
  if (!isWhole) throw new RetrievalError("index-damaged", `Cannot read segment ${id}`);
  return {
    id,
    chunkCount,
    lengths: decodeLengths(lengths, chunkCount),
    documents: new Uint32Array(runs.slice().buffer),
    dead: dead ?? undefined,
    deadCount,
    sums: { body, symbols, heading, path },
  };
}

/** Returns whose chunks a segment holds, in chunk order. */
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

/** Returns the number of chunks of a segment, dead ones included; 0 when there is no such segment. */
export function countSegmentChunks(store: Store, id: number): number {
  return (store.statement(SELECT_COUNT).get(id) as unknown as [number] | undefined)?.[0] ?? 0;
}

/** Returns the number of chunks that are alive. */
export function countLiveChunks(store: Store): number {
  return (store.statement(COUNT_LIVE).get() as unknown as [number])[0];
}

/** Returns the number of segments. */
export function countSegments(store: Store): number {
  return (store.statement(COUNT).get() as unknown as [number])[0];
}

/** Returns the number that the next segment will have. */
export function nextSegmentId(store: Store): number {
  return (store.statement(NEXT_ID).get() as unknown as [number])[0];
}

/** Writes a new segment, all of whose chunks are alive; {@link writeRuns} says whose they are. */
export function insertSegment(
  store: Store,
  { id, chunkCount, lengths }: Pick<Segment, "id" | "chunkCount" | "lengths">,
): void {
  const all = sumLengths(lengths, [{ first: 0, count: chunkCount }]);
  store.statement(INSERT).run(
    id,
    chunkCount,
    encodeLengths(lengths),
    new Uint8Array(0),
    all.body,
    all.symbols,
    all.heading,
    all.path,
  );
}

/** Writes down whose chunks the segment holds. */
export function writeRuns(store: Store, id: number, runs: readonly ChunkRun[]): void {
  const [chunkCount, bytes] = store.statement(SELECT_LENGTHS).get(id) as unknown as [
    number,
    Uint8Array,
  ];
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

/** Writes down that the chunks in `ranges` of segment `id` are dead. */
export function buryChunks(store: Store, id: number, ...ranges: readonly ChunkRange[]): void {
  const row = store.statement(SELECT_LIFE).get(id) as unknown as
    | [number, Uint8Array, Uint8Array | null]
    | undefined;
  if (row === undefined || ranges.every((range) => range.count === 0)) return;
  const [chunkCount, lengths, known] = row;
  const dead = known ?? new Uint8Array(bitmapBytes(chunkCount));
  const buried: ChunkRange[] = [];
  for (const { first, count } of ranges) {
    for (let chunk = first; chunk < first + count; chunk++) {
      if (isDead(dead, chunk)) continue;
      dead[chunk >>> 3]! |= 1 << (chunk & 7);
      buried.push({ first: chunk, count: 1 });
    }
  }
  const lost = sumLengths(decodeLengths(lengths, chunkCount), buried);
  store.statement(UPDATE_DEAD).run(
    dead,
    buried.length,
    lost.body,
    lost.symbols,
    lost.heading,
    lost.path,
    id,
  );
}

/** Removes a segment, without its postings. */
export function deleteSegment(store: Store, id: number): void {
  store.statement(DELETE).run(id);
}

/** Returns how many bytes a bitmap of `count` chunks takes. */
function bitmapBytes(count: number): number {
  return (count + 7) >>> 3;
}

/** Returns whether `chunk` is dead by the bitmap `dead`. */
export function isDead(dead: Uint8Array | undefined, chunk: number): boolean {
  return dead !== undefined && ((dead[chunk >>> 3]! >>> (chunk & 7)) & 1) === 1;
}

/** Returns the terms in the living chunks. */
export function sumLiving(lengths: SegmentLengths, dead: Uint8Array | undefined): FieldSums {
  const living = [...lengths.body.keys()].filter((chunk) => !isDead(dead, chunk));
  return sumLengths(lengths, living.map((first) => ({ first, count: 1 })));
}

function sumLengths(lengths: SegmentLengths, ranges: readonly ChunkRange[]): FieldSums {
  const sums = { body: 0, symbols: 0, heading: 0, path: 0 };
  for (const { first, count } of ranges) {
    for (let chunk = first; chunk < first + count; chunk++) {
      sums.body += lengths.body[chunk]!;
      sums.symbols += lengths.symbols[chunk]!;
      sums.heading += lengths.heading[chunk]!;
      sums.path += lengths.path[chunk]!;
    }
  }
  return sums;
}

// The 16- and 32-bit numbers are read and written as the machine has them: Deno runs on little-endian
// machines only, and an index is not carried from one machine to another.

function encodeLengths({ body, symbols, heading, path }: SegmentLengths): Uint8Array {
  const count = body.length;
  const bytes = new Uint8Array(count * LENGTHS_BYTES);
  bytes.set(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  bytes.set(symbols, count * 2);
  bytes.set(heading, count * 3);
  bytes.set(path, count * 4);
  return bytes;
}

function decodeLengths(bytes: Uint8Array, count: number): SegmentLengths {
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
