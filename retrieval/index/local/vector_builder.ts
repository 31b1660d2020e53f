import type { Store } from "./store/open_store.ts";
import type { VectorRows } from "./store/vector_rows.ts";
import { VECTOR_BLOCK_ROWS, writeVectorBlock } from "./store/vectors.ts";

/**
 * Collects the vectors of a segment's chunks in order, and writes them as blocks.
 *
 * A chunk without a vector takes a row too, so that row numbers equal the chunk numbers of the
 * segment.
 */
export class VectorBuilder {
  readonly #scales: number[] = [];
  /** Number of chunks for which memory is allocated at once. */
  readonly #capacity: number;
  #numbers = new Int8Array(0);
  /** Dimensions of a vector; 0 until the first vector is added. */
  #dimensions = 0;
  /** Number of chunks without a vector so far. */
  missingCount = 0;

  /** @param capacity Expected number of chunks. @default unknown */
  constructor(capacity = 0) {
    this.#capacity = capacity;
  }

  get chunkCount(): number {
    return this.#scales.length;
  }

  /** Adds the rows of the next chunks, including rows without a vector. */
  addRows({ scales, numbers }: VectorRows): void {
    const dimensions = numbers.length / scales.length;
    scales.forEach((scale, i) => {
      this.add(scale, numbers.subarray(i * dimensions, (i + 1) * dimensions));
    });
  }

  /**
   * Adds the vector of the next chunk, which must have the length of the others. The scale is NaN
   * for a chunk without a vector.
   */
  add(scale: number, numbers: Int8Array): void {
    if (Number.isNaN(scale)) {
      this.addMissing();
      return;
    }
    const offset = this.#reserve(numbers.length);
    this.#numbers.set(numbers, offset);
    this.#scales.push(scale);
  }

  /** Adds `count` chunks without a vector. */
  addMissing(count = 1): void {
    this.missingCount += count;
    for (let i = 0; i < count; i++) this.#scales.push(NaN);
  }

  /** Writes the blocks of `segment` in which at least one chunk has a vector. */
  write(store: Store, segment: number): void {
    const dimensions = this.#dimensions;
    const scales = Float32Array.from(this.#scales);
    this.#ensureCapacity(scales.length * dimensions);
    for (let first = 0; first < scales.length; first += VECTOR_BLOCK_ROWS) {
      const end = Math.min(first + VECTOR_BLOCK_ROWS, scales.length);
      const blockScales = scales.subarray(first, end);
      if (blockScales.every(Number.isNaN)) continue;
      writeVectorBlock(store, {
        segment,
        block: first / VECTOR_BLOCK_ROWS,
        scales: blockScales,
        numbers: this.#numbers.subarray(first * dimensions, end * dimensions),
      });
    }
  }

  /** Returns the offset of the next vector's numbers, after making space for them. */
  #reserve(dimensions: number): number {
    if (this.#dimensions === 0) {
      this.#dimensions = dimensions;
      this.#ensureCapacity(this.#capacity * dimensions);
    }
    if (dimensions !== this.#dimensions) {
      throw new RangeError(
        `Cannot add a vector as it must have ${this.#dimensions} dimensions: it has ${dimensions}`,
      );
    }
    const offset = this.#scales.length * dimensions;
    this.#ensureCapacity(offset + dimensions);
    return offset;
  }

  #ensureCapacity(length: number): void {
    if (length <= this.#numbers.length) return;
    const larger = new Int8Array(Math.max(length, this.#numbers.length * 2));
    larger.set(this.#numbers);
    this.#numbers = larger;
  }
}
