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
 * How many segments there may be before small ones are merged. Each costs a query one look-up a
 * term: measured at 100k chunks and 60 terms, 2.4 ms with one segment, 2.3 with 21, 4.3 with 201.
 */
const MAX_SEGMENTS = 40;

/** How many segments are left when there were too many, if only small ones are merged by that; and by an index run. */
const TARGET_SEGMENTS = 30;

/**
 * How many times as large as all smaller ones together a segment may be to be merged with them: what a change
 * adds is not written again with all of the tree, while an answer waits. Of 400 changes of one file in a tree
 * of 100,000 chunks, 95 % then merge at most 360 chunks, and 4,100 without.
 */
const MAX_RATIO = 2;

/** A segment with more than this share of its chunks dead is worn. */
const MAX_DELETED_SHARE = 0.5;

/** Worn segments are written again once they have more than this share of all chunks. */
const MAX_WORN_SHARE = 1 / 8;

/**
 * Merges segments when there are too many or too much in them is dead. That is a transaction of its own,
 * as it may take as long as what was written before it, which is to be kept when the process ends.
 *
 * @param options.leaveRoom Whether there may be no more than are left by merging, so that the next changes have none to do.
 */
export function mergeSegmentsIfNeeded(
  store: Store,
  { leaveRoom = false }: { readonly leaveRoom?: boolean } = {},
): void {
  const max = leaveRoom ? TARGET_SEGMENTS : MAX_SEGMENTS;
  if (chooseSegments(listOwnSegments(store), max).length === 0) return;
  store.write(() => {
    // Others may have written vectors meanwhile: what is merged is as it is from here on.
    const chosen = chooseSegments(listOwnSegments(store), max);
    if (chosen.length > 0) mergeSegments(store, chosen);
  });
}

/** Returns the segments that are kept here only: what is kept elsewhere as well is not written again. */
export function listOwnSegments(store: Store): Segment[] {
  const shared = new Set(listSharedSegments(store).map(({ segment }) => segment));
  return listSegments(store).filter(({ id }) => !shared.has(id));
}

/**
 * Returns the segments that are to become one: worn ones, and the smallest; none when all is well.
 *
 * @param max How many there may be.
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

/** Returns the smallest segments, as many as there are too many, and more that are about as small. */
function listSmallest(segments: readonly Segment[], max: number): Segment[] {
  const most = Math.max(0, segments.length - TARGET_SEGMENTS + 1);
  const least = segments.length - max + 1;
  const taken: Segment[] = [];
  let chunks = 0;
  for (const segment of segments.toSorted((a, b) => a.chunkCount - b.chunkCount).slice(0, most)) {
    if (taken.length >= least && segment.chunkCount > MAX_RATIO * chunks) break;
    taken.push(segment);
    chunks += segment.chunkCount;
  }
  return taken;
}

function countChunks(segments: readonly Segment[]): number {
  return segments.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
}

function deletedShare({ deletedCount, chunkCount }: Segment): number {
  return chunkCount === 0 ? 0 : deletedCount / chunkCount;
}

/** Writes the living chunks of `segments` as one new segment in their place. */
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
  // What is deleted makes room in the file for what is written.
  const postings = mergePostings(store, segments);
  for (const segment of segments) deleteSegment(store, segment.id);
  insertPostings(store, id, postings);
}

/** Returns the lengths of the living chunks. */
function mergeLengths(segments: readonly Segment[]): SegmentLengths {
  return toLengths(
    mapFields((field) =>
      segments.flatMap(({ lengths, deleted }) =>
        [...lengths[field]].filter((_, chunk) => !isDeleted(deleted, chunk))
      )
    ),
  );
}

/** The postings of many terms in one piece of memory: a piece for each term is mostly what tells of it. */
class MergedPostings {
  readonly #terms: string[] = [];
  /** Where the postings of each term end in the bytes. */
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
    const own = numbers.get(row.segment)!;
    for (let i = from; i < buffer.length; i++) buffer.chunks[i] = own[buffer.chunks[i]!]!;
  }
  finish();
  return merged;
}

/** Returns the new number of each living chunk, by the row number of its segment. */
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

/** Returns the vectors of the living chunks in their new order, those that have none included. */
function collectVectors(store: Store, segments: readonly Segment[]): VectorBuilder {
  const liveCount = segments.reduce((sum, own) => sum + own.chunkCount - own.deletedCount, 0);
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
