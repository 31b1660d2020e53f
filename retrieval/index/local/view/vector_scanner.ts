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

/** Makes room for vectors and multiplies; see {@link ScanKernel}. */
export type CreateScanKernel = (dimensions: number, capacity: number) => ScanKernel;

/**
 * Bytes of vectors that are kept at most: those of 128k chunks of the table of word vectors. Of an index
 * with more none is kept.
 */
const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** There is room for a multiple of this many vectors, so that an index which grows seldom needs more. */
const CAPACITY_STEP = 8192;

/**
 * Compares queries with vectors of an index, by brute force.
 *
 * The first query about a state of the index reads the blocks that it asks for one after another to the
 * same place: a process that answers one question has no use for them afterwards, and memory for all
 * would take it longer than to multiply with them. From the second on they stay, and only the vectors
 * that are asked for are multiplied: those of some hundred files, which lie in most of the blocks.
 */
export class VectorScanner {
  readonly #store: Store;
  readonly #createKernel: CreateScanKernel;
  /** Has room for a block. */
  #kernel: ScanKernel | undefined;
  /** The last query, and its chunks. */
  #query: Float32Array | undefined;
  #chunks: ScannedChunks | undefined;
  #cached: CachedVectors | undefined;

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
   * @param chunks Another object whenever the index is in another state.
   * @param spans The chunks that are asked for, in ascending order; others may be NaN as well. All
   *   without it.
   * @throws {RetrievalError} `index-damaged` when vectors are not of the query's dimensions.
   */
  score(query: Float32Array, chunks: ScannedChunks, spans?: readonly ChunkSpan[]): Float32Array {
    const cosines = new Float32Array(chunks.chunkCount).fill(NaN);
    const kept = spans && this.#findKept(chunks, query);
    if (kept === undefined) this.#scoreBlocks(cosines, query, { chunks, spans });
    else kept.score(cosines, toScanQuery(query), spans!);
    for (const { base, chunkCount, deleted } of chunks.segments.values()) {
      if (deleted !== undefined) clearDeleted(cosines.subarray(base, base + chunkCount), deleted);
    }
    return cosines;
  }

  /**
   * Returns the highest cosine of the query with a vector of each group, 0 where none is higher. The
   * groups are copied to one place, as many as there is room for, and multiplied with together.
   *
   * @throws {RetrievalError} `index-damaged` when vectors are not of the query's dimensions.
   */
  scoreGroups(query: Float32Array, groups: readonly VectorRows[]): Float32Array {
    const dimensions = query.length;
    const kernel = this.#kernelFor(dimensions);
    const scanQuery = toScanQuery(query);
    const highest = new Float32Array(groups.length);
    /** The groups of the rows that are filled. */
    const groupOf = new Uint32Array(kernel.capacity);
    let count = 0;
    const flush = () => {
      const found = kernel.score(scanQuery, count);
      for (let row = 0; row < count; row++) {
        const group = groupOf[row]!;
        // Written so that NaN fails it.
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

  /** Multiplies with all vectors of a block, a block at a time. */
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
      const wanted = spans && listBlocks(spans, segment);
      for (const block of iterateVectorBlocks(this.#store, id, { chunkCount, wanted })) {
        fillKernel(kernel, block, { dimensions });
        const found = kernel.score(scanQuery, block.scales.length);
        cosines.set(found, base + block.block * VECTOR_BLOCK_ROWS);
      }
    }
  }

  /** Returns the vectors that are kept of the chunks; none at the first query about them. */
  #findKept(chunks: ScannedChunks, query: Float32Array): CachedVectors | undefined {
    const dimensions = query.length;
    const isAskedAgain = this.#chunks === chunks && this.#query !== query;
    this.#chunks = chunks;
    this.#query = query;
    const stride = rowStride(dimensions);
    const isKept = this.#cached?.chunks === chunks;
    if (!(isAskedAgain || isKept) || chunks.chunkCount * stride > MAX_CACHED_BYTES) {
      return undefined;
    }
    const old = this.#cached?.kernel;
    if (!isKept || old?.stride !== stride) {
      const hasRoom = old?.stride === stride && old.capacity >= chunks.chunkCount;
      const capacity = Math.ceil(chunks.chunkCount / CAPACITY_STEP) * CAPACITY_STEP;
      const kernel = hasRoom ? old : this.#createKernel(dimensions, capacity);
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
 * Copies vectors to the rows of a kernel from `first` on.
 *
 * @throws {RetrievalError} `index-damaged` when they are not of these dimensions.
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

/** Returns the rows from `at` on, `most` of them at most. */
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
  // As most are: a view of a part takes longer than the part is multiplied.
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

/** The chunks of an index in one state. */
export type ScannedChunks = Pick<LexicalSnapshot, "segments" | "chunkCount">;

/**
 * Vectors of an index in one state, each in the row of its chunk. A block is read when a chunk in it is
 * first asked for.
 */
export class CachedVectors {
  readonly chunks: ScannedChunks;
  readonly kernel: ScanKernel;
  readonly #store: Store;
  readonly #dimensions: number;
  /** The blocks that were read by segment; those that the index has not are among them. */
  readonly #read: ReadonlyMap<number, Set<number>>;

  /**
   * Makes room for the vectors of an open index.
   *
   * @param kernel With room for a vector of each chunk; what is in it is given up.
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

  /** Writes the cosine of the query with each chunk of the spans to the chunk's place in `cosines`. */
  score(cosines: Float32Array, query: ScanQuery, spans: readonly ChunkSpan[]): void {
    for (const [id, segment] of this.chunks.segments) {
      const known = this.#read.get(id)!;
      const wanted = listBlocks(spans, segment).filter((block) => !known.has(block));
      if (wanted.length === 0) continue;
      const { base, chunkCount } = segment;
      for (const block of iterateVectorBlocks(this.#store, id, { chunkCount, wanted })) {
        const first = base + block.block * VECTOR_BLOCK_ROWS;
        fillKernel(this.kernel, block, { dimensions: this.#dimensions, first });
      }
      for (const block of wanted) known.add(block);
    }
    for (const { first, end } of spans) {
      const count = Math.min(end, cosines.length) - first;
      if (count > 0) cosines.set(this.kernel.score(query, count, first), first);
    }
  }
}
