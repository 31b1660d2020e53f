import type { ChunkSpan } from "@dossier/core/rank";
import type { Store } from "../store/open_store.ts";
import type { VectorRows } from "../store/vector_rows.ts";
import { iterateVectorBlocks, VECTOR_BLOCK_ROWS } from "../store/vectors.ts";
import { type LexicalSnapshot, listBlocks } from "./lexical_snapshot.ts";
import {
  createScanKernel,
  rowStride,
  type ScanKernel,
  type ScanQuery,
  toScanQuery,
} from "../../../embed/mod.ts";
import { RetrievalError } from "../../../machine/mod.ts";

/** Creates a kernel with space for vectors; see {@link ScanKernel}. */
export type CreateScanKernel = (dimensions: number, capacity: number) => ScanKernel;

/**
 * Maximum size of the cached vectors, in bytes: 128,000 chunks with the table of word vectors.
 * Vectors of a larger index are not cached.
 */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/**
 * Capacity grows by a multiple of this number of vectors, so that a growing index rarely needs a
 * new kernel.
 */
const CAPACITY_STEP = 8192;

/**
 * Compares queries with the vectors of an index by brute force.
 *
 * The first query of a state of the index reads its blocks one after another into the same memory.
 * A process with one answer does not need them again, and allocating memory for all blocks would
 * take longer than the multiplication. From the second query on the blocks stay in memory, and only
 * the requested vectors are multiplied. These are the vectors of a few hundred files, which lie in
 * most of the blocks.
 */
export class VectorScanner {
  readonly #store: Store;
  readonly #createKernel: CreateScanKernel;
  /** Kernel with the capacity of one block. */
  #kernel: ScanKernel | undefined;
  /** Last query, and its chunks. */
  #query: Float32Array | undefined;
  #chunks: ScannedChunks | undefined;
  #cached: CachedVectors | undefined;

  /**
   * Creates a scanner of an open index, which the caller closes.
   *
   * @param createKernel Creates a kernel. @default a kernel in WebAssembly, or in TypeScript where
   * there is no SIMD
   */
  constructor(store: Store, createKernel: CreateScanKernel = createScanKernel) {
    this.#store = store;
    this.#createKernel = createKernel;
  }

  /**
   * Returns the cosine of the query with each chunk, by the chunk's number; NaN for chunks that are
   * deleted or have no vector. Must be called in the transaction in which `chunks` was read, with a
   * query of the index's model.
   *
   * @param chunks Chunks of the index. Each state of the index needs its own object.
   * @param spans Requested chunks, in ascending order. Other chunks may be NaN too. @default all
   * chunks
   * @throws {RetrievalError} `index-damaged` when vectors do not have the query's dimensions.
   */
  score(query: Float32Array, chunks: ScannedChunks, spans?: readonly ChunkSpan[]): Float32Array {
    const cosines = new Float32Array(chunks.chunkCount).fill(NaN);
    const cached = spans && this.#findCached(chunks, query);
    if (cached === undefined) this.#scoreBlocks(cosines, query, { chunks, spans });
    else cached.score(cosines, toScanQuery(query), spans!);
    for (const { base, chunkCount, deleted } of chunks.segments.values()) {
      if (deleted !== undefined) clearDeleted(cosines.subarray(base, base + chunkCount), deleted);
    }
    return cosines;
  }

  /**
   * Returns, for each group, the highest cosine of the query with a vector of the group, or 0 when
   * no cosine is above 0. The groups are copied into one kernel up to its capacity, and multiplied
   * together.
   *
   * @throws {RetrievalError} `index-damaged` when vectors do not have the query's dimensions.
   */
  scoreGroups(query: Float32Array, groups: readonly VectorRows[]): Float32Array {
    const dimensions = query.length;
    const kernel = this.#kernelFor(dimensions);
    const scanQuery = toScanQuery(query);
    const highest = new Float32Array(groups.length);
    /** Group of each row of the kernel. */
    const groupOf = new Uint32Array(kernel.capacity);
    let count = 0;
    const flush = () => {
      const found = kernel.score(scanQuery, count);
      for (let row = 0; row < count; row++) {
        const group = groupOf[row]!;
        // The comparison is false for NaN.
        if (found[row]! > highest[group]!) highest[group] = found[row]!;
      }
      count = 0;
    };
    groups.forEach((vectors, group) => {
      for (let at = 0; at < vectors.scales.length;) {
        const part = sliceRows(vectors, { at, dimensions, most: kernel.capacity - count });
        fillKernel(kernel, part, { dimensions, first: count });
        const end = count + part.scales.length;
        at += part.scales.length;
        while (count < end) groupOf[count++] = group;
        if (count === kernel.capacity) flush();
      }
    });
    if (count > 0) flush();
    return highest;
  }

  /** Multiplies the query with all vectors of the blocks, one block at a time. */
  #scoreBlocks(
    cosines: Float32Array,
    query: Float32Array,
    { chunks: { segments }, spans }: {
      readonly chunks: ScannedChunks;
      readonly spans: readonly ChunkSpan[] | undefined;
    },
  ): void {
    const dimensions = query.length;
    const kernel = this.#kernelFor(dimensions);
    const scanQuery = toScanQuery(query);
    for (const [id, segment] of segments) {
      const { base, chunkCount } = segment;
      const blocks = spans && listBlocks(spans, segment);
      for (const block of iterateVectorBlocks(this.#store, id, { chunkCount, blocks })) {
        fillKernel(kernel, block, { dimensions });
        const found = kernel.score(scanQuery, block.scales.length);
        cosines.set(found, base + block.block * VECTOR_BLOCK_ROWS);
      }
    }
  }

  /** Returns the cached vectors of the chunks; undefined at the first query of a state. */
  #findCached(chunks: ScannedChunks, query: Float32Array): CachedVectors | undefined {
    const dimensions = query.length;
    const isRepeated = this.#chunks === chunks && this.#query !== query;
    this.#chunks = chunks;
    this.#query = query;
    const stride = rowStride(dimensions);
    const isCached = this.#cached?.chunks === chunks;
    if (!(isRepeated || isCached) || chunks.chunkCount * stride > MAX_CACHED_BYTES) {
      return undefined;
    }
    const previous = this.#cached?.kernel;
    if (!isCached || previous?.stride !== stride) {
      const hasRoom = previous?.stride === stride && previous.capacity >= chunks.chunkCount;
      const capacity = Math.ceil(chunks.chunkCount / CAPACITY_STEP) * CAPACITY_STEP;
      const kernel = hasRoom ? previous : this.#createKernel(dimensions, capacity);
      this.#cached = new CachedVectors(this.#store, chunks, { kernel, dimensions });
    }
    return this.#cached;
  }

  #kernelFor(dimensions: number): ScanKernel {
    if (this.#kernel?.stride !== rowStride(dimensions)) {
      this.#kernel = this.#createKernel(dimensions, VECTOR_BLOCK_ROWS);
    }
    return this.#kernel;
  }
}

/**
 * Copies vectors into the rows of a kernel, from `first` on.
 *
 * @throws {RetrievalError} `index-damaged` when they have other dimensions.
 */
function fillKernel(
  { scales, rows, stride }: ScanKernel,
  vectors: VectorRows,
  { dimensions, first = 0 }: { readonly dimensions: number; readonly first?: number },
): void {
  const count = vectors.scales.length;
  if (vectors.numbers.length !== count * dimensions) {
    throw new RetrievalError(
      "index-damaged",
      `Cannot compare vectors as they must have ${dimensions} dimensions: they have ${
        vectors.numbers.length / count
      }`,
    );
  }
  scales.set(vectors.scales, first);
  if (stride === dimensions) {
    rows.set(vectors.numbers, first * stride);
    return;
  }
  for (let row = 0; row < count; row++) {
    const numbers = vectors.numbers.subarray(row * dimensions, (row + 1) * dimensions);
    rows.set(numbers, (first + row) * stride);
  }
}

/** Returns at most `most` rows, from `at` on. */
function sliceRows(
  vectors: VectorRows,
  { at, most, dimensions }: {
    readonly at: number;
    readonly most: number;
    readonly dimensions: number;
  },
): VectorRows {
  const { scales, numbers } = vectors;
  const end = Math.min(scales.length, at + most);
  // The usual case: creating a view of a part takes longer than multiplying the part.
  if (at === 0 && end === scales.length) return vectors;
  return {
    scales: scales.subarray(at, end),
    numbers: numbers.subarray(at * dimensions, end * dimensions),
  };
}

function clearDeleted(cosines: Float32Array, deleted: Uint8Array): void {
  for (let i = 0; i < deleted.length; i++) {
    for (let bits = deleted[i]!; bits !== 0; bits &= bits - 1) {
      cosines[8 * i + 31 - Math.clz32(bits & -bits)] = NaN;
    }
  }
}

/** Chunks of an index in one state. */
export type ScannedChunks = Pick<LexicalSnapshot, "segments" | "chunkCount">;

/**
 * Vectors of an index in one state, each in the row of its chunk. A block is read when one of its
 * chunks is first requested.
 */
export class CachedVectors {
  readonly chunks: ScannedChunks;
  readonly kernel: ScanKernel;
  readonly #store: Store;
  readonly #dimensions: number;
  /**
   * Numbers of the blocks that were read, by segment, including blocks that the index does not
   * have.
   */
  readonly #read: ReadonlyMap<number, Set<number>>;

  /**
   * Creates an empty cache of the vectors of an open index.
   *
   * @param kernel Kernel with a capacity of all chunks. Its content is overwritten.
   */
  constructor(
    store: Store,
    chunks: ScannedChunks,
    { kernel, dimensions }: { readonly kernel: ScanKernel; readonly dimensions: number },
  ) {
    this.chunks = chunks;
    this.kernel = kernel;
    this.#store = store;
    this.#dimensions = dimensions;
    this.#read = new Map([...chunks.segments.keys()].map((id) => [id, new Set()]));
    kernel.scales.fill(NaN);
  }

  /**
   * Writes the cosine of the query with each chunk of the spans into `cosines`, at the chunk's
   * number.
   */
  score(cosines: Float32Array, query: ScanQuery, spans: readonly ChunkSpan[]): void {
    for (const [id, segment] of this.chunks.segments) {
      const known = this.#read.get(id)!;
      const blocks = listBlocks(spans, segment).filter((block) => !known.has(block));
      if (blocks.length === 0) continue;
      const { base, chunkCount } = segment;
      for (const block of iterateVectorBlocks(this.#store, id, { chunkCount, blocks })) {
        const first = base + block.block * VECTOR_BLOCK_ROWS;
        fillKernel(this.kernel, block, { dimensions: this.#dimensions, first });
      }
      for (const block of blocks) known.add(block);
    }
    for (const { first, end } of spans) {
      const count = Math.min(end, cosines.length) - first;
      if (count > 0) cosines.set(this.kernel.score(query, count, first), first);
    }
  }
}
