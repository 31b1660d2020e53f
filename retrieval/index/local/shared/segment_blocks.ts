/**
 * Format of the blocks of a segment. A reader fetches only the blocks that a query needs.
 *
 * - `head`: a `SegmentHead` as JSON.
 * - `lengths`: the lengths of its chunks, as in the table `segments`.
 * - `rows-N`: documents in their order, as JSON. A deleted document has only its number of chunks.
 * - `terms-N`: terms in the order of their UTF-8 bytes, each with its postings, as in the table `postings`.
 * - `vectors-N`: the row of the table `vectors` with the number N.
 * - `details-N`: parts and name vectors of some documents in their order, as in the tables `parts` and
 *   `name_vectors`.
 *
 * A block of postings or details has at least one entry. It ends after the entry with which it reaches
 * {@link BLOCK_BYTES}. Each text and each sequence of bytes follows its length. A number is written
 * with seven bits per byte, the lowest bits first.
 *
 * @module
 */

import { RetrievalError } from "../../../machine/mod.ts";

/**
 * Size at which a block ends, in bytes. A query with 60 terms reads 60 blocks, which is one
 * megabyte, or half a megabyte compressed.
 */
export const BLOCK_BYTES = 16 * 1024;

/** Number of documents in a block of rows. */
export const ROWS_PER_BLOCK = 256;

/** Block with its name within its segment. */
export interface NamedBlock {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Collects numbers, texts and bytes one after another. */
export class BlockWriter {
  #bytes = new Uint8Array(2 * BLOCK_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds an integer from 0 to 2^32 - 1. */
  addNumber(value: number): void {
    this.#ensureCapacity(5);
    let rest = value;
    for (; rest > 0x7f; rest >>>= 7) this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
    this.#bytes[this.#length++] = rest;
  }

  /** Adds the length of bytes, and then the bytes. */
  addBytes(bytes: Uint8Array): void {
    this.addNumber(bytes.length);
    this.#ensureCapacity(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Returns a copy of the collected bytes, and empties the writer. */
  flush(): Uint8Array<ArrayBuffer> {
    const collected = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return collected;
  }

  #ensureCapacity(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Reads the numbers, texts and bytes that a {@link BlockWriter} has written. */
export class BlockReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  /** @throws {RetrievalError} `index-damaged` when no number follows. */
  readNumber(): number {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = this.#bytes[this.#offset++];
      if (byte === undefined || shift > 28) throw createDamageError();
      value |= (byte & 0x7f) << shift;
      if (byte <= 0x7f) return value >>> 0;
    }
  }

  /**
   * Returns the next bytes as a view of the block, without a copy.
   *
   * @throws {RetrievalError} `index-damaged` when the block ends too early.
   */
  readBytes(): Uint8Array {
    const length = this.readNumber();
    const start = this.#offset;
    this.#offset += length;
    if (this.#offset > this.#bytes.length) throw createDamageError();
    return this.#bytes.subarray(start, this.#offset);
  }
}

function createDamageError(): RetrievalError {
  return new RetrievalError(
    "index-damaged",
    "Cannot read a block of a segment as it is incomplete",
  );
}

/**
 * Returns the number of the block that may contain a text, in the order of the UTF-8 bytes; -1 when
 * the text is less than the first text of each block.
 *
 * @param firstTexts First text of each block, in ascending order.
 */
export function findBlockNumber(firstTexts: readonly string[], text: string): number {
  let low = 0;
  let high = firstTexts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(firstTexts[middle]!, text) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Compares texts by their UTF-8 bytes, as SQLite does. The order of UTF-16 code units is different:
 * there, surrogate pairs come before some characters with a smaller code point.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [unitA, unitB] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (unitA === unitB) continue;
    const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
    return isSurrogate(unitA) === isSurrogate(unitB) ? unitA - unitB : isSurrogate(unitA) ? 1 : -1;
  }
  return a.length - b.length;
}
