import type { Store } from "../store/open_store.ts";
import { iterateVectorBlocks, VECTOR_BLOCK_ROWS } from "../store/vectors.ts";
import type { ChunkSpan } from "@dossier/core/rank";
import type { LexicalSnapshot, SnapshotSegment } from "./lexical_snapshot.ts";
import { fillKernel, type ScanKernel, type ScanQuery } from "./scan_kernel.ts";

/** The chunks of an index in one state. */
export type ScannedChunks = Pick<LexicalSnapshot, "segments" | "chunkCount">;

/**
 * Returns the numbers of a segment's blocks in which some of the chunks are, in ascending order.
 *
 * @param spans In ascending order.
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

/**
 * Vectors of an index in one state, each in the row of its chunk. A block is read when a chunk in it is
 * first asked for.
 */
export class KeptVectors {
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
