/** Offset and prime of the 32-bit FNV-1a hash (www.isthe.com/chongo/tech/comp/fnv). */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Value of a column. */
export type ColumnValue = string | number | null | Uint8Array;

/**
 * Separator between values, so that the end of one value cannot be read as the start of the next.
 * It is neither a byte nor a character.
 */
const VALUE_END = 0x10000;

/**
 * Returns a 32-bit whole number that changes when a bit of the values changes. SQLite keeps no
 * checksums, and a failing disk or memory changes bits. It does not protect against deliberate
 * changes.
 *
 * States store checksums of texts and numbers, so these must never change. Bytes are hashed four at
 * a time, as an answer checks megabytes of them. `node:zlib` has a faster checksum but takes 20 ms
 * to load.
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

/** Returns the checksum of several rows from their checksums, independent of their order. */
export function addChecksums(first: number, second: number): number {
  return (first + second) >>> 0;
}

/**
 * Hashes 32-bit words, and then the remaining bytes one by one. Each step is a bijection, so that
 * no change is lost.
 */
function hashBytes(start: number, bytes: Uint8Array): number {
  const end = bytes.length & ~3;
  let hash = end < MIN_KERNEL_BYTES ? hashWords(start, bytes, end) : runKernel(start, bytes, end);
  for (let i = end; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, FNV_PRIME);
  return hash;
}

function hashWords(start: number, bytes: Uint8Array, end: number): number {
  let hash = start;
  for (let i = 0; i < end; i += 4) {
    const word = bytes[i]! | bytes[i + 1]! << 8 | bytes[i + 2]! << 16 | bytes[i + 3]! << 24;
    hash = Math.imul(hash ^ word, FNV_PRIME);
  }
  return hash;
}

/** Number of bytes from which on the kernel is used. */
const MIN_KERNEL_BYTES = 512;

/**
 * Loop of `hashWords` in WebAssembly, 83 bytes. It runs at full speed from the first byte on, while
 * a loop in JavaScript is over before it is compiled in a process that gives one answer. It exports
 * its memory as `m` and, as `h`,
 *
 * ```wat
 * (func (param $hash i32) (param $end i32) (result i32) (local $i i32)
 *   (loop (if (i32.lt_u (local.get $i) (local.get $end)) (then
 *     (local.set $hash (i32.mul
 *       (i32.xor (local.get $hash) (i32.load (local.get $i))) (i32.const 0x01000193)))
 *     (local.set $i (i32.add (local.get $i) (i32.const 4)))
 *     (br 1))))
 *   (local.get $hash))
 * ```
 */
const KERNEL =
  "AGFzbQEAAAABBwFgAn9/AX8DAgEABQMBAAEHCQIBbQIAAWgAAAosASoBAX8DQCACIAFJBEAgACACKAIAc0" +
  "GTg4AIbCEAIAJBBGohAgwBCwsgAAs=";

const PAGE_BYTES = 65_536;

let kernel: {
  readonly m: WebAssembly.Memory;
  readonly h: (hash: number, end: number) => number;
} | undefined;

function runKernel(start: number, bytes: Uint8Array, end: number): number {
  const module = () => new WebAssembly.Module(Uint8Array.fromBase64(KERNEL));
  kernel ??= new WebAssembly.Instance(module()).exports as unknown as NonNullable<typeof kernel>;
  const { m: memory, h: hash } = kernel;
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  new Uint8Array(memory.buffer).set(bytes.subarray(0, end));
  return hash(start, end);
}

function hashText(start: number, text: string): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return hash;
}
