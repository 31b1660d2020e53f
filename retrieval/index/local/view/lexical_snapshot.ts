import type { Field } from "@dossier/core";
import type { ChunkSpan, FileTable } from "@dossier/core/rank";
import { countDocuments } from "../store/documents.ts";
import type { Store } from "../store/open_store.ts";
import {
  DOCUMENT_STRIDE,
  isDeleted,
  listSegments,
  mapFields,
  type Segment,
} from "../store/segments.ts";
import { VECTOR_BLOCK_ROWS } from "../store/vectors.ts";

/** Segment with its position in the snapshot. */
export interface SnapshotSegment extends Pick<Segment, "chunkCount" | "deleted" | "documents"> {
  /** Number of the segment's first chunk in the snapshot. */
  readonly base: number;
}

/**
 * Data of all chunks that scoring needs, for one state of the index. The chunks of the segments are
 * numbered consecutively from 0, and so are their files. A changed file has an entry in each
 * segment in which it was indexed. Only one of these segments has live chunks of it.
 *
 * Reading it does not iterate over chunks: in a process that gives one answer, a loop over all
 * chunks of a large tree would run before it is compiled, and take longer than the answer.
 */
export interface LexicalSnapshot {
  /** Segments by row number, in chunk order. */
  readonly segments: ReadonlyMap<number, SnapshotSegment>;
  readonly chunkCount: number;
  /** Number of live chunks; N of the idf. */
  readonly liveCount: number;
  readonly lengths: Readonly<Record<Field, Uint16Array | Uint8Array>>;
  readonly averageLengths: Readonly<Record<Field, number>>;
  /**
   * Table of files. The document number is also 0 for a document without chunks, because there is
   * no bit for it in the bitmap of deleted chunks.
   */
  readonly files: FileTable;
  /** Number of the file of each chunk. */
  readonly fileOf: Uint32Array;
}

/** Returns the data for scoring in the state of the caller's transaction. */
export function readLexicalSnapshot(store: Store): LexicalSnapshot {
  const segments = listSegments(store);
  const segmentsById = new Map<number, SnapshotSegment>();
  let chunkCount = 0;
  let liveCount = 0;
  for (const segment of segments) {
    segmentsById.set(segment.id, { ...segment, base: chunkCount });
    chunkCount += segment.chunkCount;
    liveCount += segment.chunkCount - segment.deletedCount;
  }
  // Sums of whole numbers are exact, so the averages do not depend on the history of the index.
  const terms = mapFields((field) =>
    segments.reduce((sum, segment) => sum + segment.sums[field], 0)
  );
  const files = joinFiles(segments, chunkCount);
  const documents = countDocuments(store);
  return {
    segments: segmentsById,
    chunkCount,
    liveCount,
    files: { ...files, averageLength: documents === 0 ? 0 : terms.body / documents },
    fileOf: numberFiles(files.firstChunks),
    lengths: joinLengths(segments, chunkCount),
    averageLengths: mapFields((field) => liveCount === 0 ? 0 : terms[field] / liveCount),
  };
}

function joinLengths(segments: readonly Segment[], chunkCount: number): LexicalSnapshot["lengths"] {
  const [first] = segments;
  if (first !== undefined && segments.length === 1) return first.lengths;
  return mapFields((field) => {
    const joined = field === "body" ? new Uint16Array(chunkCount) : new Uint8Array(chunkCount);
    let base = 0;
    for (const { lengths, chunkCount: count } of segments) {
      joined.set(lengths[field], base);
      base += count;
    }
    return joined;
  });
}

function joinFiles(
  segments: readonly Segment[],
  chunkCount: number,
): Omit<FileTable, "averageLength"> {
  const count = segments.reduce((sum, { documents }) => sum + documents.length, 0) /
    DOCUMENT_STRIDE;
  const documents = new Uint32Array(count);
  const firstChunks = new Uint32Array(count + 1);
  const lengths = new Uint32Array(count);
  let file = 0;
  let base = 0;
  for (const segment of segments) {
    for (let i = 0; i < segment.documents.length; i += DOCUMENT_STRIDE) {
      const first = segment.documents[i + 1]!;
      const end = segment.documents[i + 1 + DOCUMENT_STRIDE] ?? segment.chunkCount;
      const isAlive = first < end && !isDeleted(segment.deleted, first);
      documents[file] = isAlive ? segment.documents[i]! : 0;
      firstChunks[file] = base + first;
      lengths[file] = segment.documents[i + 2]!;
      file++;
    }
    base += segment.chunkCount;
  }
  firstChunks[count] = chunkCount;
  return { documents, firstChunks, lengths };
}

/** Returns the number of each chunk's file. */
function numberFiles(firstChunks: Uint32Array): Uint32Array {
  const count = firstChunks.length - 1;
  const numbers = new Uint32Array(firstChunks[count] ?? 0);
  for (let file = 0; file < count; file++) {
    numbers.fill(file, firstChunks[file]!, firstChunks[file + 1]!);
  }
  return numbers;
}

/**
 * Returns the numbers of a segment's blocks that contain some of the chunks, in ascending order.
 *
 * @param spans Chunks, in ascending order.
 */
export function listBlocks(
  spans: readonly ChunkSpan[],
  { base, chunkCount }: SnapshotSegment,
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
