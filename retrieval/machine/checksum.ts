/** Start and factor of the 32-bit FNV-1a hash (www.isthe.com/chongo/tech/comp/fnv). */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A value of a column. */
export type ColumnValue = string | number | null | Uint8Array;

/** Separates values, so that none can be taken for a part of the next: no byte, no character. */
const VALUE_END = 0x10000;

/**
 * Returns a whole number of 32 bits that differs when a bit of the values does. SQLite keeps no checksums,
 * and a disk or a memory that fails changes bits; nobody is kept from changing both by it.
 *
 * States keep checksums of texts and numbers, so those never change. Bytes are taken four at a time, as an answer
 * compares megabytes of them; `node:zlib`, which has a faster one, takes 20 ms to load.
 */
export function checksum(...values: readonly ColumnValue[]): number {
  let hash = FNV_OFFSET;
  for (const value of values) {
    hash = typeof value === "object" && value !== null
      ? hashBytes(hash, value)
      : hashText(hash, String(value));
    hash = Math.imul(hash ^ VALUE_END, FNV_PRIME);
  }
  return hash >>> 0;
}

/** Returns a checksum of many rows, in whatever order their own ones are added. */
export function addChecksums(first: number, second: number): number {
  return (first + second) >>> 0;
}

/** Hashes words of 32 bits, and the last bytes one by one; each step is a bijection, so that no change is lost. */
function hashBytes(start: number, bytes: Uint8Array): number {
  const { length } = bytes;
  // What SQLite gives begins where its memory does.
  const { buffer, byteOffset } = isAligned(bytes) ? bytes : bytes.slice();
  const words = new Int32Array(buffer, byteOffset, length >>> 2);
  let hash = start;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i]!, FNV_PRIME);
  for (let i = length & ~3; i < length; i++) hash = Math.imul(hash ^ bytes[i]!, FNV_PRIME);
  return hash;
}

function isAligned({ byteOffset }: Uint8Array): boolean {
  return byteOffset % Int32Array.BYTES_PER_ELEMENT === 0;
}

function hashText(start: number, text: string): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return hash;
}
