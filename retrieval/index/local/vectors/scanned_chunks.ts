import { VECTOR_BLOCK_ROWS } from "../store/vectors.ts";

/** A segment's place among all chunks; see `LexicalSnapshot`. */
export interface ScannedSegment {
  /** Number of its first chunk among all. */
  readonly base: number;
  /** Number of chunks, dead ones included. */
  readonly chunkCount: number;
  /** Bitmap of the dead chunks; undefined while all are alive. */
  readonly dead: Uint8Array | undefined;
}

/** The chunks of an index in one state; a `LexicalSnapshot` is one. */
export interface ScannedChunks {
  /** Segments by row number. */
  readonly segments: ReadonlyMap<number, ScannedSegment>;
  /** All chunks, dead ones included. */
  readonly chunkCount: number;
}

/** Chunks next to one another, by their numbers. */
export interface ChunkSpan {
  /** The first. */
  readonly first: number;
  /** The one behind the last. */
  readonly end: number;
}

/**
 * Returns the numbers of a segment's blocks in which some of the chunks are, in ascending order.
 *
 * @param spans In ascending order.
 */
export function listBlocks(
  spans: readonly ChunkSpan[],
  { base, chunkCount }: ScannedSegment,
): number[] {
  const blocks: number[] = [];
  let next = 0;
  for (const { first, end } of spans) {
    const last = Math.min(end - base, chunkCount) - 1;
    if (last < 0 || first >= base + chunkCount) continue;
    const from = Math.floor(Math.max(0, first - base) / VECTOR_BLOCK_ROWS);
    const to = Math.floor(last / VECTOR_BLOCK_ROWS);
    for (next = Math.max(next, from); next <= to; next++) blocks.push(next);
  }
  return blocks;
}
