/**
 * Postings of one term in an index: the chunks with the term, and its frequency in each of their fields.
 *
 * The frequencies of a posting are one 16-bit number, "packed frequencies":
 *
 *     bits 0–7 body   8–10 symbols   11–13 heading   14–15 path
 *
 * A larger frequency is counted as the largest that fits.
 *
 * @module
 */

import { type Field, FIELDS } from "./bm25f.ts";

/**
 * Chunk numbers in ascending order, and packed frequencies; only the first `length` entries count.
 */
export interface Postings {
  readonly chunks: Uint32Array;
  readonly packed: Uint16Array;
  readonly length: number;
}

/** Largest body frequency in a posting. */
export const MAX_BODY_FREQUENCY = 255;

/**
 * One occurrence in each field in packed frequencies, and the largest frequency of the field that
 * fits.
 */
export const FIELD_UNITS: Readonly<Record<Field, readonly [unit: number, most: number]>> = {
  body: [1, MAX_BODY_FREQUENCY],
  symbols: [1 << 8, 7],
  heading: [1 << 11, 7],
  path: [1 << 14, 3],
};

/** Bits of the symbols field in packed frequencies. */
const SYMBOLS_MASK = 0x700;

/** Returns the packed frequencies of a term in a chunk. */
export function packFrequencies(counts: Readonly<Record<Field, number>>): number {
  return FIELDS.reduce((packed, field) => {
    const [unit, most] = FIELD_UNITS[field];
    return packed + unit * Math.min(counts[field], most);
  }, 0);
}

/** Returns the frequencies from a packed number. */
export function unpackFrequencies(packed: number): Record<Field, number> {
  return {
    body: packed & 0xff,
    symbols: (packed >>> 8) & 7,
    heading: (packed >>> 11) & 7,
    path: packed >>> 14,
  };
}

/** Returns true when a term is in the name of a definition of the chunk or of one around it. */
export function hasSymbolOccurrence(packed: number): boolean {
  return (packed & SYMBOLS_MASK) !== 0;
}
