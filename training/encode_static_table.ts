import {
  PREFIX_BYTES,
  TABLE_ALIGNMENT,
  TABLE_MAGIC,
} from "../retrieval/embed/static/table_header.ts";

/** Largest absolute value of a number of a row. */
const MAX_NUMBER = 127;

/** Content of a table. */
export interface TableContent {
  /** Short name of the model. */
  readonly name: string;
  /** Version of the model. */
  readonly version: string;
  /** Vectors of the words, all of one length. Continuations of cut words begin with `##`. */
  readonly vectors: ReadonlyMap<string, ArrayLike<number>>;
}

/**
 * Returns the bytes of the file that `openStaticTable` reads. Each number of the vectors is rounded
 * to a byte.
 *
 * @throws {RangeError} When vectors differ in length or there are none.
 */
export async function encodeStaticTable(
  { name, version, vectors }: TableContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const entries = [...vectors]
    .map(([word, vector]) => ({ word: encoder.encode(word), vector }))
    .sort((a, b) => compareBytes(a.word, b.word));
  const dimensions = entries[0]?.vector.length ?? 0;
  if (dimensions === 0 || entries.some(({ vector }) => vector.length !== dimensions)) {
    throw new RangeError("Cannot encode a table as its vectors must be of one length above 0");
  }
  const offsets = new Uint32Array(entries.length + 1);
  const scales = new Float32Array(entries.length);
  const numbers = new Int8Array(entries.length * dimensions);
  entries.forEach(({ word, vector }, row) => {
    offsets[row + 1] = offsets[row]! + word.length;
    let largest = 0;
    for (let i = 0; i < dimensions; i++) largest = Math.max(largest, Math.abs(vector[i]!));
    scales[row] = largest / MAX_NUMBER;
    for (let i = 0; i < dimensions; i++) {
      numbers[row * dimensions + i] = Math.round(vector[i]! / (scales[row] || 1));
    }
  });
  const words = new Uint8Array(offsets[entries.length]!);
  entries.forEach(({ word }, row) => words.set(word, offsets[row]!));
  const parts = {
    offsets: new Uint8Array(offsets.buffer),
    words,
    scales: new Uint8Array(scales.buffer),
    vectors: new Uint8Array(numbers.buffer),
  };
  const header = { format: 1, name, version, dimensions, rows: entries.length };
  return await join(header, parts);
}

async function join(
  header: Readonly<Record<string, unknown>>,
  parts: Readonly<Record<string, Uint8Array<ArrayBuffer>>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const sha256 = await hashOf(Object.values(parts));
  // The starts of the sections depend on the header's length and vice versa. A first header with
  // the largest possible starts reserves the space.
  const headerText = (sections: unknown) => JSON.stringify({ ...header, sections, sha256 });
  const place = (first: number) => {
    let start = first;
    return Object.fromEntries(
      Object.entries(parts).map(([name, part]) => {
        const section = [start, part.length];
        start = aligned(start + part.length);
        return [name, section];
      }),
    );
  };
  const room = aligned(PREFIX_BYTES + headerText(place(2 ** 40)).length);
  const sections = place(room);
  const text = new TextEncoder().encode(headerText(sections).padEnd(room - PREFIX_BYTES));
  const last = sections["vectors"]!;
  const bytes = new Uint8Array(last[0]! + last[1]!);
  bytes.set(new TextEncoder().encode(TABLE_MAGIC));
  new DataView(bytes.buffer).setUint32(TABLE_MAGIC.length, text.length, true);
  bytes.set(text, PREFIX_BYTES);
  for (const [name, part] of Object.entries(parts)) bytes.set(part, sections[name]![0]!);
  return bytes;
}

async function hashOf(parts: readonly Uint8Array<ArrayBuffer>[]): Promise<string> {
  const bytes = await new Blob([...parts]).arrayBuffer();
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

function aligned(offset: number): number {
  return Math.ceil(offset / TABLE_ALIGNMENT) * TABLE_ALIGNMENT;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}
