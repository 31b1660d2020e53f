import { RetrievalError } from "../../errors.ts";
import type { Store } from "../../store/open_store.ts";
import { iterateVectorBlocks, VECTOR_BLOCK_ROWS, type VectorBlock } from "../../store/vectors.ts";
import { createPlainScanKernel } from "./plain_scan_kernel.ts";
import { rowStride, type ScanKernel, toScanQuery } from "./scan_kernel.ts";
import { createWasmScanKernel } from "./wasm_scan_kernel.ts";

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

/** Makes room for vectors and multiplies; see {@link ScanKernel}. */
export type CreateScanKernel = (dimensions: number, capacity: number) => ScanKernel;

/**
 * Compares queries with vectors of an index, by brute force, a block at a time.
 *
 * No vector is kept between queries. A query asks for the chunks of some hundred files, which lie in a
 * part of the blocks: to read those anew takes as long as to multiply with all that there are, and all
 * of them took 25 MB for 100k chunks.
 */
export class VectorScanner {
  readonly #store: Store;
  readonly #createKernel: CreateScanKernel;
  #kernel: ScanKernel | undefined;

  /**
   * Makes a scanner over an open index, which stays the caller's to close.
   *
   * @param createKernel WebAssembly without it, or TypeScript where there is no SIMD.
   */
  constructor(store: Store, createKernel: CreateScanKernel = createScanKernel) {
    this.#store = store;
    this.#createKernel = createKernel;
  }

  /**
   * Returns the cosine of the query with each chunk, by the chunk's number; NaN for chunks that are
   * dead or have no vector. To be called in the transaction that `chunks` was read in, for a query of
   * the index's model.
   *
   * @param spans The chunks that are asked for, in ascending order; others may be NaN as well. All
   *   without it.
   * @throws {RetrievalError} `index-damaged` when vectors are not of the query's dimensions.
   */
  score(
    query: Float32Array,
    { segments, chunkCount }: ScannedChunks,
    spans?: readonly ChunkSpan[],
  ): Float32Array {
    const kernel = this.#kernelFor(query.length);
    const scanQuery = toScanQuery(query);
    const cosines = new Float32Array(chunkCount).fill(NaN);
    for (const [id, segment] of segments) {
      const { base, chunkCount, dead } = segment;
      const wanted = spans && blocksOf(spans, segment);
      for (const block of iterateVectorBlocks(this.#store, id, { chunkCount, wanted })) {
        fill(kernel, block, query.length);
        const found = kernel.score(scanQuery, block.scales.length);
        cosines.set(found, base + block.block * VECTOR_BLOCK_ROWS);
      }
      if (dead !== undefined) buryDead(cosines.subarray(base, base + chunkCount), dead);
    }
    return cosines;
  }

  /** Returns a kernel with room for a block. */
  #kernelFor(dimensions: number): ScanKernel {
    if (this.#kernel?.stride !== rowStride(dimensions)) {
      this.#kernel = this.#createKernel(dimensions, VECTOR_BLOCK_ROWS);
    }
    return this.#kernel;
  }
}

/** Returns the numbers of a segment's blocks in which some of the chunks are, in ascending order. */
function blocksOf(spans: readonly ChunkSpan[], { base, chunkCount }: ScannedSegment): number[] {
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

/** Returns a kernel in WebAssembly, or in TypeScript on a machine without SIMD. */
function createScanKernel(dimensions: number, capacity: number): ScanKernel {
  try {
    return createWasmScanKernel(dimensions, capacity);
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    return createPlainScanKernel(dimensions, capacity);
  }
}

/** Copies a block's vectors to the first rows of a kernel. */
function fill(kernel: ScanKernel, block: VectorBlock, dimensions: number): void {
  const { scales, rows, stride } = kernel;
  const count = block.scales.length;
  if (block.numbers.length !== count * dimensions) {
    throw new RetrievalError(
      "index-damaged",
      `Cannot compare vectors as they must have ${dimensions} dimensions: they have ${
        block.numbers.length / count
      }`,
    );
  }
  scales.set(block.scales);
  if (stride === dimensions) {
    rows.set(block.numbers);
    return;
  }
  for (let row = 0; row < count; row++) {
    const numbers = block.numbers.subarray(row * dimensions, (row + 1) * dimensions);
    rows.set(numbers, row * stride);
  }
}

function buryDead(cosines: Float32Array, dead: Uint8Array): void {
  for (let i = 0; i < dead.length; i++) {
    for (let bits = dead[i]!; bits !== 0; bits &= bits - 1) {
      cosines[8 * i + 31 - Math.clz32(bits & -bits)] = NaN;
    }
  }
}
