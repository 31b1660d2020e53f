/**
 * Encoding of the postings of one term in one segment.
 *
 * Postings are in chunk order. Each is a variable-length number with seven bits per byte, lowest
 * bits first. It contains the distance to the previous chunk (minus one, so 0 is the next chunk)
 * shifted left by two, and two flags. Flag 1: a byte with the body's term frequency follows;
 * without it the frequency is 1. Flag 2: a byte with the frequencies of the other fields follows;
 * without it they are 0. Most postings are one occurrence in the body, so most take one or two
 * bytes. In memory the frequencies of a posting are packed into one number; see `Postings` of core.
 *
 * @module
 */

import type { Postings } from "@dossier/core/rank";
import { RetrievalError } from "../../../machine/mod.ts";

/** Maximum number of bytes of a posting: a 32-bit number and two frequency bytes. */
export const MAX_POSTING_BYTES = 7;

/**
 * Writes one posting and returns the offset after it.
 *
 * Takes four plain numbers instead of an options object, as it runs for each of millions of
 * postings.
 *
 * @param target Bytes to write to; at least {@link MAX_POSTING_BYTES} from `start` on.
 * @param distance Distance to the previous chunk, at least 1. The first chunk counts from -1.
 */
export function writePosting(
  target: Uint8Array,
  start: number,
  distance: number,
  packed: number,
): number {
  let offset = start;
  const body = packed & 0xff;
  const fields = packed >>> 8;
  let head = (((distance - 1) << 2) | (body === 1 ? 0 : 1) | (fields === 0 ? 0 : 2)) >>> 0;
  while (head > 0x7f) {
    target[offset++] = (head & 0x7f) | 0x80;
    head >>>= 7;
  }
  target[offset++] = head;
  if (body !== 1) target[offset++] = body;
  if (fields !== 0) target[offset++] = fields;
  return offset;
}

/** Growing list of postings. */
export interface PostingBuffer extends Postings {
  chunks: Uint32Array;
  packed: Uint16Array;
  length: number;
}

/** Returns an empty {@link PostingBuffer}, which grows as postings are decoded into it. */
export function createPostingBuffer(capacity = 1024): PostingBuffer {
  return { chunks: new Uint32Array(capacity), packed: new Uint16Array(capacity), length: 0 };
}

/** Chunks that postings refer to, such as those of a segment in a snapshot. */
export interface PostingScope {
  /** Number that is added to each chunk number. @default 0 */
  readonly base?: number;
  /** Number of chunks, including deleted ones. @default not checked */
  readonly chunkCount?: number;
  /** Bitmap of the segment's deleted chunks, whose postings are omitted. */
  readonly deleted?: Uint8Array | undefined;
}

/**
 * Appends the postings in `data` to `buffer`.
 *
 * @throws {RetrievalError} `index-damaged` when there are no postings, the last one is cut short,
 * or one refers to a chunk that does not exist.
 */
export function decodePostings(
  data: Uint8Array,
  buffer: PostingBuffer,
  { base = 0, chunkCount = Infinity, deleted }: PostingScope = {},
): void {
  // A posting takes at least one byte, so this is the maximum number of further postings.
  const needed = buffer.length + data.length;
  if (needed > buffer.chunks.length) growPostingBuffer(buffer, needed);
  const { chunks, packed } = buffer;
  let length = buffer.length;
  let chunk = -1;
  let offset = 0;
  const end = data.length;
  while (offset < end) {
    let byte = data[offset++]!;
    let head = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = data[offset++]!;
      head |= (byte & 0x7f) << shift;
    }
    chunk += (head >>> 2) + 1;
    const body = (head & 1) === 0 ? 1 : data[offset++]!;
    const fields = (head & 2) === 0 ? 0 : data[offset++]!;
    if (deleted !== undefined && ((deleted[chunk >>> 3]! >>> (chunk & 7)) & 1) === 1) continue;
    chunks[length] = base + chunk;
    packed[length] = body | (fields << 8);
    length++;
  }
  // Checked once per list: bytes after the end are read as 0, and the last chunk has the highest
  // number.
  if (end === 0 || offset > end || chunk >= chunkCount) {
    throw new RetrievalError("index-damaged", "Cannot read postings as they are incomplete");
  }
  buffer.length = length;
}

/**
 * Returns true when one of the postings in `data` is of a live chunk that is accepted.
 *
 * @param accepted One byte per chunk: 0 for chunks that are not accepted. @default all are accepted
 */
export function hasPosting(
  data: Uint8Array,
  { base = 0, deleted }: PostingScope,
  accepted?: Uint8Array,
): boolean {
  let chunk = -1;
  for (let offset = 0; offset < data.length;) {
    let byte = data[offset++]!;
    let head = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = data[offset++]!;
      head |= (byte & 0x7f) << shift;
    }
    chunk += (head >>> 2) + 1;
    offset += (head & 1) + ((head >>> 1) & 1);
    if (accepted?.[base + chunk] === 0) continue;
    if (deleted === undefined || ((deleted[chunk >>> 3]! >>> (chunk & 7)) & 1) === 0) return true;
  }
  return false;
}

function growPostingBuffer(buffer: PostingBuffer, needed: number): void {
  const capacity = Math.max(needed, buffer.chunks.length * 2);
  const chunks = new Uint32Array(capacity);
  const packed = new Uint16Array(capacity);
  chunks.set(buffer.chunks.subarray(0, buffer.length));
  packed.set(buffer.packed.subarray(0, buffer.length));
  buffer.chunks = chunks;
  buffer.packed = packed;
}
