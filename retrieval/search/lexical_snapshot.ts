import type { Field } from "@dossier/core";
import { isDead, listSegments, type Segment } from "../store/segments.ts";
import type { Store } from "../store/open_store.ts";

/** Where a segment's chunks are in the snapshot. */
export interface SnapshotSegment {
  /** Number in the snapshot of the segment's first chunk. */
  readonly base: number;
  /** Bitmap of the segment's dead chunks; undefined while all are alive. */
  readonly dead: Uint8Array | undefined;
}

/**
 * What scoring needs to know of all chunks, for one state of the index: the segments' chunks one
 * after another, numbered from 0.
 */
export interface LexicalSnapshot {
  /** Segments by row number. */
  readonly segments: ReadonlyMap<number, SnapshotSegment>;
  /** All chunks, dead ones included. */
  readonly chunkCount: number;
  /** Chunks that are alive; N of the idf. */
  readonly liveCount: number;
  /** Terms in each chunk, by field. */
  readonly lengths: Readonly<Record<Field, Uint16Array | Uint8Array>>;
  /** Mean length of each field over the chunks that are alive. */
  readonly averageLengths: Readonly<Record<Field, number>>;
  /** Row number of each chunk's document. */
  readonly documents: Uint32Array;
  /** Number in the snapshot of the first chunk of each chunk's document. */
  readonly firstChunks: Uint32Array;
}

/** Returns what scoring needs, read in the caller's transaction. */
export function readLexicalSnapshot(store: Store): LexicalSnapshot {
  const segments = listSegments(store);
  const chunkCount = segments.reduce((sum, segment) => sum + segment.chunkCount, 0);
  const lengths = {
    body: new Uint16Array(chunkCount),
    symbols: new Uint8Array(chunkCount),
    heading: new Uint8Array(chunkCount),
    path: new Uint8Array(chunkCount),
  };
  const documents = new Uint32Array(chunkCount);
  const firstChunks = new Uint32Array(chunkCount);
  const bases = new Map<number, SnapshotSegment>();
  // Sums of whole numbers: exact, so the averages do not depend on how the index was built up.
  const sums = { live: 0, body: 0, symbols: 0, heading: 0, path: 0 };
  let base = 0;
  for (const segment of segments) {
    lengths.body.set(segment.lengths.body, base);
    lengths.symbols.set(segment.lengths.symbols, base);
    lengths.heading.set(segment.lengths.heading, base);
    lengths.path.set(segment.lengths.path, base);
    let chunk = base;
    for (const run of segment.runs) {
      documents.fill(run.document, chunk, chunk + run.chunks);
      firstChunks.fill(chunk, chunk, chunk + run.chunks);
      chunk += run.chunks;
    }
    addSums(sums, segment);
    bases.set(segment.id, { base, dead: segment.dead });
    base += segment.chunkCount;
  }
  const average = (sum: number) => sums.live === 0 ? 0 : sum / sums.live;
  return {
    segments: bases,
    chunkCount,
    liveCount: sums.live,
    lengths,
    averageLengths: {
      body: average(sums.body),
      symbols: average(sums.symbols),
      heading: average(sums.heading),
      path: average(sums.path),
    },
    documents,
    firstChunks,
  };
}

function addSums(
  sums: { live: number; body: number; symbols: number; heading: number; path: number },
  { chunkCount, lengths, dead }: Segment,
): void {
  for (let chunk = 0; chunk < chunkCount; chunk++) {
    if (isDead(dead, chunk)) continue;
    sums.live++;
    sums.body += lengths.body[chunk]!;
    sums.symbols += lengths.symbols[chunk]!;
    sums.heading += lengths.heading[chunk]!;
    sums.path += lengths.path[chunk]!;
  }
}
