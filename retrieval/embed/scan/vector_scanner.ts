import { RetrievalError } from "../../errors.ts";
import { findMeta } from "../../store/meta.ts";
import type { Store } from "../../store/open_store.ts";
import {
  iterateVectorBlocks,
  listVectorStamps,
  VECTOR_BLOCK_ROWS,
  type VectorBlock,
} from "../../store/vectors.ts";
import type { QueryVector } from "../embedder_slot.ts";
import { createPlainScanKernel } from "./plain_scan_kernel.ts";
import { rowStride, type ScanKernel, toScanQuery } from "./scan_kernel.ts";
import { createWasmScanKernel } from "./wasm_scan_kernel.ts";

/** Bytes of vectors that are kept between queries: a million chunks of 256 dimensions. */
const MAX_KEPT_BYTES = 1 << 28;

/** Share of room beyond what is needed, so that a few new chunks need no new memory. */
const SPARE_SHARE = 1 / 8;

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

/** Options of {@link VectorScanner}. */
export interface VectorScannerOptions {
  /** Makes room and multiplies. @default WebAssembly, or TypeScript where there is no SIMD */
  readonly createKernel?: (dimensions: number, capacity: number) => ScanKernel;
  /** Bytes of vectors that are kept between queries. @default 2 to the 28th */
  readonly maxKeptBytes?: number;
}

/** What is in memory of a segment. */
interface LoadedSegment {
  readonly base: number;
  readonly chunkCount: number;
  /** Checksums of its blocks, in order. */
  readonly checksums: string;
}

/**
 * Compares queries with the vectors of all chunks of an index, by brute force.
 *
 * The vectors stay in memory between queries, and only the blocks of segments that have changed are
 * read again. The first query reads them block by block without keeping any: it is mostly the only one
 * of its process, and fresh memory costs it more than the sums. So does every query over an index
 * with more vectors than are kept.
 */
export class VectorScanner {
  readonly #store: Store;
  readonly #createKernel: (dimensions: number, capacity: number) => ScanKernel;
  readonly #maxKeptBytes: number;
  #kernel: ScanKernel | undefined;
  #loaded = new Map<number, LoadedSegment>();
  #version = "";
  #isUsed = false;
  #chunks: ScannedChunks | undefined;

  /** Makes a scanner over an open index, which stays the caller's to close. */
  constructor(
    store: Store,
    { createKernel = createScanKernel, maxKeptBytes = MAX_KEPT_BYTES }: VectorScannerOptions = {},
  ) {
    this.#store = store;
    this.#createKernel = createKernel;
    this.#maxKeptBytes = maxKeptBytes;
  }

  /**
   * Returns the cosine of the query with each chunk, by the chunk's number; NaN for chunks that are
   * dead or have no vector. Undefined when the index holds no vectors of the query's model. To be called
   * in the transaction that `chunks` was read in.
   *
   * @throws {RetrievalError} `index-damaged` when vectors are not of the query's dimensions.
   */
  score({ numbers: query, fingerprint }: QueryVector, chunks: ScannedChunks):
    | Float32Array
    | undefined {
    if (findMeta(this.#store, "embedder") !== fingerprint) return undefined;
    const fits = chunks.chunkCount * rowStride(query.length) <= this.#maxKeptBytes;
    const isFirst = !this.#isUsed;
    this.#isUsed = true;
    const cosines = fits && !isFirst
      ? this.#scoreKept(query, chunks)
      : this.#scorePassing(query, chunks);
    for (const { base, chunkCount, dead } of chunks.segments.values()) {
      if (dead !== undefined) buryDead(cosines.subarray(base, base + chunkCount), dead);
    }
    return cosines;
  }

  #scoreKept(query: Float32Array, chunks: ScannedChunks): Float32Array {
    const kernel = this.#reserve(query.length, chunks.chunkCount);
    this.#load(kernel, query.length, chunks);
    return kernel.score(toScanQuery(query), chunks.chunkCount).slice();
  }

  #scorePassing(query: Float32Array, { segments, chunkCount }: ScannedChunks): Float32Array {
    this.#kernel = undefined;
    this.#loaded.clear();
    const kernel = this.#createKernel(query.length, VECTOR_BLOCK_ROWS);
    const scanQuery = toScanQuery(query);
    const cosines = new Float32Array(chunkCount).fill(NaN);
    for (const [id, { base, chunkCount: count }] of segments) {
      for (const block of iterateVectorBlocks(this.#store, id, count)) {
        fill(kernel, 0, block, query.length);
        const found = kernel.score(scanQuery, block.scales.length);
        cosines.set(found, base + block.block * VECTOR_BLOCK_ROWS);
      }
    }
    return cosines;
  }

  /** Returns a kernel with room for `count` vectors, with what is in the one before if there is one. */
  #reserve(dimensions: number, count: number): ScanKernel {
    const before = this.#kernel;
    const stride = rowStride(dimensions);
    if (before !== undefined && before.stride === stride && before.capacity >= count) return before;
    const kernel = this.#createKernel(dimensions, Math.ceil(count * (1 + SPARE_SHARE)));
    kernel.scales.fill(NaN);
    if (before?.stride === stride) {
      kernel.scales.set(before.scales);
      kernel.rows.set(before.rows);
    } else this.#loaded.clear();
    this.#kernel = kernel;
    this.#version = "";
    return kernel;
  }

  /** Brings the vectors in memory to the state of the index. */
  #load(kernel: ScanKernel, dimensions: number, chunks: ScannedChunks): void {
    const version = this.#store.dataVersion();
    if (version === this.#version && chunks === this.#chunks) return;
    const stamps = Map.groupBy(listVectorStamps(this.#store), ({ segment }) => segment);
    const known = this.#loaded;
    const loaded = new Map<number, LoadedSegment>();
    // Of a load that fails midway nothing is relied on.
    this.#loaded = new Map();
    for (const [id, { base, chunkCount }] of chunks.segments) {
      const blocks = stamps.get(id) ?? [];
      const checksums = blocks.map(({ block, checksum }) => `${block}:${checksum}`).join();
      loaded.set(id, { base, chunkCount, checksums });
      const before = known.get(id);
      if (
        before?.base === base && before.chunkCount === chunkCount && before.checksums === checksums
      ) continue;
      kernel.scales.fill(NaN, base, base + chunkCount);
      for (const block of iterateVectorBlocks(this.#store, id, chunkCount)) {
        fill(kernel, base + block.block * VECTOR_BLOCK_ROWS, block, dimensions);
      }
    }
    this.#loaded = loaded;
    this.#version = version;
    this.#chunks = chunks;
  }
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

/** Copies a block's vectors to the rows from `first` on. */
function fill(
  { scales, rows, stride }: ScanKernel,
  first: number,
  block: VectorBlock,
  dimensions: number,
): void {
  const count = block.scales.length;
  if (block.numbers.length !== count * dimensions) {
    throw new RetrievalError(
      "index-damaged",
      `Cannot compare vectors as they must have ${dimensions} dimensions: they have ${
        block.numbers.length / count
      }`,
    );
  }
  scales.set(block.scales, first);
  if (stride === dimensions) {
    rows.set(block.numbers, first * stride);
    return;
  }
  for (let row = 0; row < count; row++) {
    const numbers = block.numbers.subarray(row * dimensions, (row + 1) * dimensions);
    rows.set(numbers, (first + row) * stride);
  }
}

function buryDead(cosines: Float32Array, dead: Uint8Array): void {
  for (let i = 0; i < dead.length; i++) {
    for (let bits = dead[i]!; bits !== 0; bits &= bits - 1) {
      cosines[8 * i + 31 - Math.clz32(bits & -bits)] = NaN;
    }
  }
}
