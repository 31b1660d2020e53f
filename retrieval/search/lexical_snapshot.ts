import type { Field } from "@dossier/core";
import type { Store } from "../store/open_store.ts";
import { listSegments, type Segment } from "../store/segments.ts";

/** A segment's place in the snapshot. */
export interface SnapshotSegment {
  /** Number in the snapshot of the segment's first chunk. */
  readonly base: number;
  /** Number of chunks, dead ones included. */
  readonly chunkCount: number;
  /** Bitmap of the segment's dead chunks; undefined while all are alive. */
  readonly dead: Uint8Array | undefined;
  /** Its documents in chunk order: row number and first chunk of each, in pairs. */
  readonly documents: Uint32Array;
}

/**
 * What scoring needs to know of all chunks, for one state of the index: the segments' chunks one
 * after another, numbered from 0.
 *
 * Reading it walks over no chunk: in a process that answers one question, a loop over all chunks of a
 * large tree would run before it is compiled and take longer than the answer.
 */
export interface LexicalSnapshot {
  /** Segments by row number, in chunk order. */
  readonly segments: ReadonlyMap<number, SnapshotSegment>;
  /** All chunks, dead ones included. */
  readonly chunkCount: number;
  /** Chunks that are alive; N of the idf. */
  readonly liveCount: number;
  /** Terms in each chunk, by field. */
  readonly lengths: Readonly<Record<Field, Uint16Array | Uint8Array>>;
  /** Mean length of each field over the chunks that are alive. */
  readonly averageLengths: Readonly<Record<Field, number>>;
}

/** Where a chunk is in its document. */
export interface ChunkLocation {
  /** Row number of the document. */
  readonly document: number;
  /** Number of the chunk in the document, 0-based. */
  readonly index: number;
}

/** Returns what scoring needs, read in the caller's transaction. */
export function readLexicalSnapshot(store: Store): LexicalSnapshot {
  const segments = listSegments(store);
  const places = new Map<number, SnapshotSegment>();
  let chunkCount = 0;
  let liveCount = 0;
  for (const segment of segments) {
    places.set(segment.id, { ...segment, base: chunkCount });
    chunkCount += segment.chunkCount;
    liveCount += segment.chunkCount - segment.deadCount;
  }
  // Sums of whole numbers: exact, so the averages do not depend on how the index was built up.
  const average = (field: Field) =>
    liveCount === 0
      ? 0
      : segments.reduce((sum, segment) => sum + segment.sums[field], 0) / liveCount;
  return {
    segments: places,
    chunkCount,
    liveCount,
    lengths: joinLengths(segments, chunkCount),
    averageLengths: {
      body: average("body"),
      symbols: average("symbols"),
      heading: average("heading"),
      path: average("path"),
    },
  };
}

function joinLengths(segments: readonly Segment[], chunkCount: number): LexicalSnapshot["lengths"] {
  const [first] = segments;
  if (first !== undefined && segments.length === 1) return first.lengths;
  const joined = {
    body: new Uint16Array(chunkCount),
    symbols: new Uint8Array(chunkCount),
    heading: new Uint8Array(chunkCount),
    path: new Uint8Array(chunkCount),
  };
  let base = 0;
  for (const { lengths, chunkCount: count } of segments) {
    joined.body.set(lengths.body, base);
    joined.symbols.set(lengths.symbols, base);
    joined.heading.set(lengths.heading, base);
    joined.path.set(lengths.path, base);
    base += count;
  }
  return joined;
}

/**
 * Returns the document that a chunk of the snapshot is of.
 *
 * @throws {RangeError} When the snapshot has no such chunk.
 */
export function locateChunk(snapshot: LexicalSnapshot, chunk: number): ChunkLocation {
  for (const { base, chunkCount, documents } of snapshot.segments.values()) {
    if (chunk >= base + chunkCount) continue;
    // The last document that starts at or before the chunk; documents without chunks come before.
    let low = 0;
    let high = documents.length / 2 - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (documents[2 * middle + 1]! <= chunk - base) low = middle;
      else high = middle - 1;
    }
    return { document: documents[2 * low]!, index: chunk - base - documents[2 * low + 1]! };
  }
  throw new RangeError(
    `Cannot locate a chunk as its number must be < ${snapshot.chunkCount}: current value is ${chunk}`,
  );
}

/** Returns one byte a chunk: 1 where the chunk's document passes. */
export function markChunks(
  snapshot: LexicalSnapshot,
  passes: (document: number) => boolean,
): Uint8Array {
  const marks = new Uint8Array(snapshot.chunkCount);
  for (const { base, chunkCount, documents } of snapshot.segments.values()) {
    for (let i = 0; i < documents.length; i += 2) {
      if (!passes(documents[i]!)) continue;
      marks.fill(1, base + documents[i + 1]!, base + (documents[i + 3] ?? chunkCount));
    }
  }
  return marks;
}
