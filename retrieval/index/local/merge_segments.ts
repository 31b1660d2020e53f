import { listChunkPlaces, moveDocument } from "./store/documents.ts";
import type { Store } from "./store/open_store.ts";
import { deleteVectorsOfSegment, iterateVectorBlocks, VECTOR_BLOCK_ROWS } from "./store/vectors.ts";
import { VectorBuilder } from "./vector_builder.ts";
import {
  createPostingBuffer,
  decodePostings,
  MAX_POSTING_BYTES,
  writePosting,
} from "./store/posting_codec.ts";
import {
  deletePostingsOfSegment,
  insertPostings,
  iteratePostings,
  type TermPostings,
} from "./store/postings.ts";
import {
  type ChunkRun,
  deleteSegment,
  insertSegment,
  isDead,
  listRuns,
  listSegments,
  nextSegmentId,
  type Segment,
  type SegmentLengths,
  writeRuns,
} from "./store/segments.ts";

/**
 * How many segments there may be before small ones are merged. Each costs a query one look-up a
 * term: measured at 100k chunks and 60 terms, 2.4 ms with one segment, 2.3 with 21, 4.3 with 201.
 */
const MAX_SEGMENTS = 30;

/** A segment with at most this share of all chunks is small. */
const SMALL_SHARE = 1 / 8;

/** A segment with more than this share of its chunks dead is rewritten along with the small ones. */
const MAX_DEAD_SHARE = 0.5;

/**
 * Merges segments when there are too many or too much in them is dead. That is a transaction of its own,
 * as it may take as long as what was written before it, which is to be kept when the process ends.
 */
export function mergeSegmentsIfNeeded(store: Store): void {
  if (chooseSegments(listSegments(store)).length === 0) return;
  store.write(() => {
    // Others may have written vectors meanwhile: what is merged is as it is from here on.
    const chosen = chooseSegments(listSegments(store));
    if (chosen.length > 0) mergeSegments(store, chosen);
  });
}

/** Returns the segments that are to become one; none when all is well. */
export function chooseSegments(segments: readonly Segment[]): Segment[] {
  const total = segments.reduce((sum, segment) => sum + segment.chunkCount, 0);
  const worn = segments.filter((segment) => deadShare(segment) > MAX_DEAD_SHARE);
  const wornChunks = worn.reduce((sum, segment) => sum + segment.chunkCount, 0);
  if (segments.length <= MAX_SEGMENTS && wornChunks <= total * SMALL_SHARE) return [];
  return segments.filter((segment) =>
    worn.includes(segment) || segment.chunkCount <= total * SMALL_SHARE
  );
}

function deadShare({ deadCount, chunkCount }: Segment): number {
  return chunkCount === 0 ? 0 : deadCount / chunkCount;
}

/** Writes the living chunks of `segments` as one new segment in their place. */
export function mergeSegments(store: Store, segments: readonly Segment[]): void {
  const id = nextSegmentId(store);
  const { lengths, chunkCount } = mergeLengths(segments);
  const runs = liveRuns(store, segments);
  const postings = mergePostings(store, segments);
  insertSegment(store, { id, chunkCount, lengths });
  let firstChunk = 0;
  for (const run of runs) {
    moveDocument(store, run.document, { segment: id, firstChunk });
    firstChunk += run.chunks;
  }
  writeRuns(store, id, runs);
  collectVectors(store, segments).write(store, id);
  for (const segment of segments) {
    deletePostingsOfSegment(store, segment.id);
    deleteVectorsOfSegment(store, segment.id);
    deleteSegment(store, segment.id);
  }
  insertPostings(store, id, postings);
}

function mergeLengths(
  segments: readonly Segment[],
): { readonly lengths: SegmentLengths; readonly chunkCount: number } {
  const merged = {
    body: [] as number[],
    symbols: [] as number[],
    heading: [] as number[],
    path: [] as number[],
  };
  for (const { lengths, chunkCount, dead } of segments) {
    for (let chunk = 0; chunk < chunkCount; chunk++) {
      if (isDead(dead, chunk)) continue;
      merged.body.push(lengths.body[chunk]!);
      merged.symbols.push(lengths.symbols[chunk]!);
      merged.heading.push(lengths.heading[chunk]!);
      merged.path.push(lengths.path[chunk]!);
    }
  }
  return {
    chunkCount: merged.body.length,
    lengths: {
      body: Uint16Array.from(merged.body),
      symbols: Uint8Array.from(merged.symbols),
      heading: Uint8Array.from(merged.heading),
      path: Uint8Array.from(merged.path),
    },
  };
}

/** Returns the runs of the documents that still are where the segments say, in chunk order. */
function liveRuns(store: Store, segments: readonly Segment[]): ChunkRun[] {
  const places = new Map(listChunkPlaces(store).map((place) => [place.id, place]));
  return segments.flatMap((segment) => {
    let firstChunk = 0;
    return listRuns(segment).filter((run) => {
      const place = places.get(run.document);
      const alive = place?.segment === segment.id && place.firstChunk === firstChunk;
      firstChunk += run.chunks;
      return alive;
    });
  });
}

function mergePostings(
  store: Store,
  segments: readonly Segment[],
): Omit<TermPostings, "segment">[] {
  const numberings = new Map(numberChunks(segments));
  const merged: Omit<TermPostings, "segment">[] = [];
  const buffer = createPostingBuffer();
  let term = "";
  const finish = () => {
    if (buffer.length > 0) merged.push({ term, data: encode(buffer) });
    buffer.length = 0;
  };
  for (const row of iteratePostings(store, segments.map(({ id }) => id))) {
    const source = numberings.get(row.segment);
    if (source === undefined) continue;
    if (row.term !== term) finish();
    term = row.term;
    const from = buffer.length;
    decodePostings(row.data, buffer, source.segment);
    for (let i = from; i < buffer.length; i++) {
      buffer.chunks[i] = source.numbers[buffer.chunks[i]!]!;
    }
  }
  finish();
  return merged;
}

/** Returns the vectors of the living chunks in their new order, those that have none included. */
function collectVectors(store: Store, segments: readonly Segment[]): VectorBuilder {
  const builder = new VectorBuilder();
  for (const { id, chunkCount, dead } of segments) {
    let next = 0;
    const addMissing = (end: number) => {
      for (; next < end; next++) if (!isDead(dead, next)) builder.addMissing();
    };
    for (const { block, scales, numbers } of iterateVectorBlocks(store, id, { chunkCount })) {
      addMissing(block * VECTOR_BLOCK_ROWS);
      const dimensions = numbers.length / scales.length;
      for (const [row, scale] of scales.entries()) {
        if (!isDead(dead, next++)) {
          builder.addStored(scale, numbers.subarray(row * dimensions, (row + 1) * dimensions));
        }
      }
    }
    addMissing(chunkCount);
  }
  return builder;
}

/** Returns for each segment, by row number, the new number of each of its living chunks. */
function numberChunks(
  segments: readonly Segment[],
): [number, { readonly segment: Segment; readonly numbers: Uint32Array }][] {
  let next = 0;
  return segments.map((segment) => {
    const numbers = new Uint32Array(segment.chunkCount);
    for (let chunk = 0; chunk < segment.chunkCount; chunk++) {
      if (!isDead(segment.dead, chunk)) numbers[chunk] = next++;
    }
    return [segment.id, { segment, numbers }];
  });
}

function encode(
  { chunks, packed, length }: ReturnType<typeof createPostingBuffer>,
): Uint8Array {
  const bytes = new Uint8Array(length * MAX_POSTING_BYTES);
  let offset = 0;
  let previous = -1;
  for (let i = 0; i < length; i++) {
    offset = writePosting(bytes, offset, chunks[i]! - previous, packed[i]!);
    previous = chunks[i]!;
  }
  return bytes.slice(0, offset);
}
