/**
 * How a segment is cut into blocks, so that of a large one only what a question needs has to be fetched.
 *
 * - `head`: a `SegmentHead` as JSON.
 * - `lengths`: the lengths of its chunks, as in the table `segments`.
 * - `rows-N`: documents in their order, as JSON. A dead one only has its chunks counted.
 * - `terms-N`: terms in the order of their bytes in UTF-8, each with its postings, as in the table `postings`.
 * - `vectors-N`: a row of the table `vectors`, by its number.
 * - `details-N`: for some documents in their order, parts and the vectors of their names, as in these tables.
 *
 * A block of postings or details has at least one entry and ends behind the first with which it has {@link BLOCK_BYTES}.
 * Texts and bytes stand behind their lengths, which are numbers of seven bits a byte, the lowest first.
 *
 * @module
 */

import { RetrievalError } from "../../../machine/mod.ts";

/**
 * Bytes from which on a block ends: a question of 60 terms reads as many blocks, a megabyte, which are half of that
 * when they are packed.
 */
export const BLOCK_BYTES = 16 * 1024;

/** Documents of a block of rows. */
export const ROWS_PER_BLOCK = 256;

/** A block, by what it is called within its segment. */
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

  /** Adds a whole number from 0 on, below 2^32. */
  addNumber(value: number): void {
    this.#makeRoom(5);
    let left = value;
    for (; left > 0x7f; left >>>= 7) this.#bytes[this.#length++] = (left & 0x7f) | 0x80;
    this.#bytes[this.#length++] = left;
  }

  /** Adds bytes with their length before them. */
  addBytes(bytes: Uint8Array): void {
    this.addNumber(bytes.length);
    this.#makeRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Returns a copy of what was collected, and begins anew. */
  flush(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length);
    this.#length = 0;
    return taken;
  }

  #makeRoom(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Reads what a {@link BlockWriter} has collected. */
export class BlockReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /** @throws {RetrievalError} `index-damaged` when there is none. */
  readNumber(): number {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || shift > 28) throw damagedError();
      value |= (byte & 0x7f) << shift;
      if (byte <= 0x7f) return value >>> 0;
    }
  }

  /**
   * Returns the next bytes, which stay where they are.
   *
   * @throws {RetrievalError} `index-damaged` when they are cut short.
   */
  readBytes(): Uint8Array {
    const length = this.readNumber();
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw damagedError();
    return this.#bytes.subarray(start, this.#at);
  }
}

function damagedError(): RetrievalError {
  return new RetrievalError(
    "index-damaged",
    "Cannot read a block of a segment as it is incomplete",
  );
}

/**
 * Returns the number of the last of some first texts that is not behind a text, in the order of the bytes of UTF-8;
 * -1 when all are.
 */
export function findBlockNumber(firsts: readonly string[], text: string): number {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareBytes(firsts[middle]!, text) <= 0) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Compares texts by the bytes of UTF-8, as SQLite does: by code units, a pair comes before some others. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const [one, other] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (one === other) continue;
    const isPair = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
    return isPair(one) === isPair(other) ? one - other : isPair(one) ? 1 : -1;
  }
  return a.length - b.length;
}
