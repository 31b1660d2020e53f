import { moveDocument } from "./store/documents.ts";
import type { Store } from "./store/open_store.ts";
import { iterateVectorBlocks, VECTOR_BLOCK_ROWS } from "./store/vectors.ts";
import { VectorBuilder } from "./vector_builder.ts";
import {
  createPostingBuffer,
  decodePostings,
  MAX_POSTING_BYTES,
  type PostingBuffer,
  writePosting,
} from "./store/posting_codec.ts";
import { insertPostings, iteratePostings, type TermPostings } from "./store/postings.ts";
import {
  deleteSegment,
  insertSegment,
  isDeleted,
  listSegments,
  locateRuns,
  mapFields,
  type Segment,
  type SegmentLengths,
  toLengths,
  writeRuns,
} from "./store/segments.ts";
import { listSharedSegments } from "./store/shared_segments.ts";

/**
 * Maximum number of segments before small ones are merged. Each segment costs a query one look-up
 * per term: with 100,000 chunks and 60 terms, 2.4 ms for one segment, 2.3 ms for 21, and 4.3 ms for
 * 201.
 */
const MAX_SEGMENTS = 40;

/** Number of segments that remain after a merge of small segments, and after an index run. */
const TARGET_SEGMENTS = 30;

/**
 * Maximum ratio of the size of a segment to the total size of all smaller ones. A larger segment is
 * not merged with them. Without this limit a small change would rewrite the whole tree while an
 * answer waits. Measured with 400 changes of one file in a tree of 100,000 chunks: 95 % of them
 * merge at most 360 chunks; without the limit, at most 4,100.
 */
const MAX_RATIO = 2;

/** A segment with a larger share of deleted chunks is worn. */
const MAX_DELETED_SHARE = 0.5;

/** Worn segments are rewritten when they contain more than this share of all chunks. */
const MAX_WORN_SHARE = 1 / 8;

/**
 * Merges segments when there are too many, or too many of their chunks are deleted. The merge is a
 * transaction of its own: it may take as long as the writes before it, which must not be lost when
 * the process ends.
 *
 * @param options.mergesToTarget True to merge even a few segments, down to {@link TARGET_SEGMENTS},
 * so that the next changes need no merge.
 */
export function mergeSegmentsIfNeeded(
  store: Store,
  { mergesToTarget = false }: { readonly mergesToTarget?: boolean } = {},
): void {
  const max = mergesToTarget ? TARGET_SEGMENTS : MAX_SEGMENTS;
  if (chooseSegments(listOwnSegments(store), max).length === 0) return;
  store.write(() => {
    // Other processes may have written vectors in the meantime, so the segments are read again.
    const chosen = chooseSegments(listOwnSegments(store), max);
    if (chosen.length > 0) mergeSegments(store, chosen);
  });
}

/**
 * Returns the segments that are stored only on this machine. Segments with a remote copy are not
 * rewritten.
 */
export function listOwnSegments(store: Store): Segment[] {
  const shared = new Set(listSharedSegments(store).map(({ segment }) => segment));
  return listSegments(store).filter(({ id }) => !shared.has(id));
}

/**
 * Returns the segments to merge into one: worn segments and the smallest ones; empty when no merge
 * is necessary.
 *
 * @param max Maximum number of segments.
 */
export function chooseSegments(
  segments: readonly Segment[],
  max: number = MAX_SEGMENTS,
): Segment[] {
  const total = countChunks(segments);
  const worn = segments.filter((segment) => deletedShare(segment) > MAX_DELETED_SHARE);
  if (segments.length <= max && countChunks(worn) <= total * MAX_WORN_SHARE) return [];
  const smallest = listSmallest(segments, max);
  return segments.filter((segment) => worn.includes(segment) || smallest.includes(segment));
}

/**
 * Returns the smallest segments: as many as exceed the maximum, and further ones of similar size.
 */
function listSmallest(segments: readonly Segment[], max: number): Segment[] {
  const most = Math.max(0, segments.length - TARGET_SEGMENTS + 1);
  const least = segments.length - max + 1;
  const chosen: Segment[] = [];
  let chunks = 0;
  for (const segment of segments.toSorted((a, b) => a.chunkCount - b.chunkCount).slice(0, most)) {
    if (chosen.length >= least && segment.chunkCount > MAX_RATIO * chunks) break;
    chosen.push(segment);
    chunks += segment.chunkCount;
  }
  return chosen;
}

function countChunks(segments: readonly Segment[]): number {
  return segments.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
}

function deletedShare({ deletedCount, chunkCount }: Segment): number {
  return chunkCount === 0 ? 0 : deletedCount / chunkCount;
}

/** Writes the live chunks of `segments` as one new segment that replaces them. */
export function mergeSegments(store: Store, segments: readonly Segment[]): void {
  const runs = locateRuns(store, segments).filter(({ isCurrent }) => isCurrent);
  const id = insertSegment(store, mergeLengths(segments));
  let firstChunk = 0;
  for (const { document, chunks } of runs) {
    moveDocument(store, { id: document, segment: id, firstChunk });
    firstChunk += chunks;
  }
  writeRuns(store, id, runs);
  collectVectors(store, segments).write(store, id);
  // Deleting frees space in the file for the rows that are written.
  const postings = mergePostings(store, segments);
  for (const segment of segments) deleteSegment(store, segment.id);
  insertPostings(store, id, postings);
}

/** Returns the lengths of the live chunks. */
function mergeLengths(segments: readonly Segment[]): SegmentLengths {
  return toLengths(
    mapFields((field) =>
      segments.flatMap(({ lengths, deleted }) =>
        [...lengths[field]].filter((_, chunk) => !isDeleted(deleted, chunk))
      )
    ),
  );
}

/**
 * Postings of many terms in one block of memory: a separate block for each term would consist
 * mostly of overhead.
 */
class MergedPostings {
  readonly #terms: string[] = [];
  /** End of the postings of each term in the bytes. */
  readonly #ends: number[] = [];
  #bytes = new Uint8Array(1 << 20);

  add(term: string, { chunks, packed, length }: PostingBuffer): void {
    let offset = this.#ends.at(-1) ?? 0;
    const needed = offset + length * MAX_POSTING_BYTES;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 1.5));
      larger.set(this.#bytes.subarray(0, offset));
      this.#bytes = larger;
    }
    let previous = -1;
    for (let i = 0; i < length; i++) {
      offset = writePosting(this.#bytes, offset, chunks[i]! - previous, packed[i]!);
      previous = chunks[i]!;
    }
    this.#terms.push(term);
    this.#ends.push(offset);
  }

  *[Symbol.iterator](): Generator<Omit<TermPostings, "segment">> {
    let start = 0;
    for (const [i, term] of this.#terms.entries()) {
      const end = this.#ends[i]!;
      yield { term, data: this.#bytes.subarray(start, end) };
      start = end;
    }
  }
}

function mergePostings(store: Store, segments: readonly Segment[]): MergedPostings {
  const sources = new Map(segments.map((segment) => [segment.id, segment]));
  const numbers = numberChunks(segments);
  const merged = new MergedPostings();
  const buffer = createPostingBuffer();
  let term = "";
  const finish = () => {
    if (buffer.length > 0) merged.add(term, buffer);
    buffer.length = 0;
  };
  for (const row of iteratePostings(store, [...sources.keys()])) {
    if (row.term !== term) finish();
    term = row.term;
    const from = buffer.length;
    decodePostings(row.data, buffer, sources.get(row.segment));
    const chunkNumbers = numbers.get(row.segment)!;
    for (let i = from; i < buffer.length; i++) buffer.chunks[i] = chunkNumbers[buffer.chunks[i]!]!;
  }
  finish();
  return merged;
}

/** Returns the new number of each live chunk, by the row number of its segment. */
function numberChunks(segments: readonly Segment[]): Map<number, Uint32Array> {
  let next = 0;
  return new Map(segments.map(({ id, chunkCount, deleted }) => {
    const numbers = new Uint32Array(chunkCount);
    for (let chunk = 0; chunk < chunkCount; chunk++) {
      if (!isDeleted(deleted, chunk)) numbers[chunk] = next++;
    }
    return [id, numbers];
  }));
}

/** Returns the vectors of the live chunks in their new order, including chunks without a vector. */
function collectVectors(store: Store, segments: readonly Segment[]): VectorBuilder {
  const liveCount = segments.reduce(
    (sum, segment) => sum + segment.chunkCount - segment.deletedCount,
    0,
  );
  const builder = new VectorBuilder(liveCount);
  for (const { id, chunkCount, deleted } of segments) {
    let next = 0;
    const addMissing = (end: number) => {
      for (; next < end; next++) if (!isDeleted(deleted, next)) builder.addMissing();
    };
    for (const { block, scales, numbers } of iterateVectorBlocks(store, id, { chunkCount })) {
      addMissing(block * VECTOR_BLOCK_ROWS);
      const dimensions = numbers.length / scales.length;
      for (const [row, scale] of scales.entries()) {
        if (!isDeleted(deleted, next++)) {
          builder.add(scale, numbers.subarray(row * dimensions, (row + 1) * dimensions));
        }
      }
    }
    addMissing(chunkCount);
  }
  return builder;
}
