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

/** An immutable part of the index, apart from its postings. */
export interface Segment {
  /** Row number. */
  readonly id: number;
  /** Number of chunks, dead ones included. */
  readonly chunkCount: number;
  /** Field lengths of its chunks. */
  readonly lengths: SegmentLengths;
  /** Its documents in chunk order. */
  readonly runs: readonly ChunkRun[];
  /** Bitmap of the dead chunks; undefined while all are alive. */
  readonly dead: Uint8Array | undefined;
  /** How many chunks are dead. */
  readonly deadCount: number;
}

const SELECT = "SELECT id, chunk_count, lengths, runs, dead, dead_count FROM segments ORDER BY id";
const SELECT_DEAD = "SELECT chunk_count, dead FROM segments WHERE id = ?";
const INSERT =
  "INSERT INTO segments (id, chunk_count, lengths, runs, dead) VALUES (?, ?, ?, ?, NULL)";
const NEXT_ID = "SELECT coalesce(max(id), 0) + 1 FROM segments";
const UPDATE_RUNS = "UPDATE segments SET runs = ? WHERE id = ?";
const UPDATE_DEAD = "UPDATE segments SET dead = ?, dead_count = dead_count + ? WHERE id = ?";
const COUNT = "SELECT count(*) FROM segments";
const COUNT_LIVE = "SELECT coalesce(sum(chunk_count - dead_count), 0) FROM segments";
const DELETE = "DELETE FROM segments WHERE id = ?";

type Row = [
  id: number,
  chunkCount: number,
  lengths: Uint8Array,
  runs: Uint8Array,
  dead: Uint8Array | null,
  deadCount: number,
];

/** Returns all segments in the order they were made. */
export function listSegments(store: Store): Segment[] {
  return (store.statement(SELECT).all() as unknown as Row[]).map(toSegment);
}

function toSegment([id, chunkCount, lengths, runs, dead, deadCount]: Row): Segment {
  return {
    id,
    chunkCount,
    lengths: decodeLengths(lengths, chunkCount),
    runs: decodeRuns(runs),
    dead: dead ?? undefined,
    deadCount,
  };
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
  segment: Pick<Segment, "id" | "chunkCount" | "lengths">,
): void {
  store.statement(INSERT).run(
    segment.id,
    segment.chunkCount,
    encodeLengths(segment.lengths),
    new Uint8Array(0),
  );
}

/** Writes down whose chunks the segment holds. */
export function writeRuns(store: Store, id: number, runs: readonly ChunkRun[]): void {
  const bytes = new Uint8Array(runs.length * 8);
  const view = new DataView(bytes.buffer);
  runs.forEach((run, i) => {
    view.setUint32(i * 8, run.document, true);
    view.setUint32(i * 8 + 4, run.chunks, true);
  });
  store.statement(UPDATE_RUNS).run(bytes, id);
}

/** Writes down that `count` chunks of segment `id` from `first` on are dead. */
export function buryChunks(
  store: Store,
  id: number,
  { first, count }: { readonly first: number; readonly count: number },
): void {
  if (count === 0) return;
  const row = store.statement(SELECT_DEAD).get(id) as unknown as
    | [number, Uint8Array | null]
    | undefined;
  if (row === undefined) return;
  const dead = row[1] ?? new Uint8Array((row[0] + 7) >>> 3);
  let buried = 0;
  for (let chunk = first; chunk < first + count; chunk++) {
    if (isDead(dead, chunk)) continue;
    dead[chunk >>> 3]! |= 1 << (chunk & 7);
    buried++;
  }
  store.statement(UPDATE_DEAD).run(dead, buried, id);
}

/** Removes a segment, without its postings. */
export function deleteSegment(store: Store, id: number): void {
  store.statement(DELETE).run(id);
}

/** Returns whether `chunk` is dead by the bitmap `dead`. */
export function isDead(dead: Uint8Array | undefined, chunk: number): boolean {
  return dead !== undefined && ((dead[chunk >>> 3]! >>> (chunk & 7)) & 1) === 1;
}

function encodeLengths(lengths: SegmentLengths): Uint8Array {
  const count = lengths.body.length;
  const bytes = new Uint8Array(count * 5);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < count; i++) view.setUint16(i * 2, lengths.body[i]!, true);
  bytes.set(lengths.symbols, count * 2);
  bytes.set(lengths.heading, count * 3);
  bytes.set(lengths.path, count * 4);
  return bytes;
}

function decodeLengths(bytes: Uint8Array, count: number): SegmentLengths {
  const body = new Uint16Array(count);
  for (let i = 0; i < count; i++) body[i] = bytes[i * 2]! | (bytes[i * 2 + 1]! << 8);
  return {
    body,
    symbols: bytes.subarray(count * 2, count * 3),
    heading: bytes.subarray(count * 3, count * 4),
    path: bytes.subarray(count * 4, count * 5),
  };
}

function decodeRuns(bytes: Uint8Array): ChunkRun[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / 8 }, (_, i) => ({
    document: view.getUint32(i * 8, true),
    chunks: view.getUint32(i * 8 + 4, true),
  }));
}
