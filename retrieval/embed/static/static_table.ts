import { fillBytes } from "../../machine/mod.ts";
import { EmbedderError, openModelFile } from "../embedder.ts";
import { createRowSums, type RowSums } from "./row_sums.ts";
import { parseTableHeader, PREFIX_BYTES, type TableHeader } from "./table_header.ts";

/** Largest word that is looked up, in bytes; longer ones are data. */
const MAX_WORD_BYTES = 256;

/**
 * Rows that are read from the file one by one and kept. A row takes some 6 µs and all of a table of 10 MB
 * from 10 ms upwards, which a process that answers one question should not wait for.
 */
const MAX_SINGLE_READS = 1000;

const HASH_SIGN = 0x23;

/**
 * An open file of word vectors, used as it lies on disk: nothing of it is turned into objects.
 *
 * Words are looked up by binary search over their bytes. A word that the table lacks is cut into the
 * longest pieces it has, from the left, of which all but the first are kept with `##` in front.
 */
export class StaticTable implements Disposable {
  readonly header: TableHeader;
  /** Factor of each row's numbers. */
  readonly scales: Float32Array;
  readonly #file: Deno.FsFile;
  readonly #path: string;
  readonly #offsets: Uint32Array;
  readonly #words: Uint8Array;
  readonly #encoder = new TextEncoder();
  /** A word in UTF-8, with room for the sign of a piece in front of it. */
  readonly #bytes = new Uint8Array(MAX_WORD_BYTES + 2);
  #sums: RowSums | undefined;
  #single: SingleRows | undefined;

  /** Takes over an open file; use {@link openStaticTable}. */
  constructor(file: Deno.FsFile, path: string, header: TableHeader) {
    this.#file = file;
    this.#path = path;
    this.header = header;
    this.#offsets = new Uint32Array(this.#read(header.sections.offsets).buffer);
    this.#words = this.#read(header.sections.words);
    this.scales = new Float32Array(this.#read(header.sections.scales).buffer);
    if (this.#offsets[0] !== 0 || this.#offsets[header.rows] !== this.#words.length) {
      throw new EmbedderError(
        "damaged",
        `Cannot use the table "${path}" as its offsets must span its words and they go from ` +
          `${this.#offsets[0]} to ${this.#offsets[header.rows]} of ${this.#words.length} bytes`,
      );
    }
  }

  /**
   * Adds the rows of a word to `rows`: its own, those of its pieces, or none when the table has
   * neither.
   *
   * @param word As `embeddingWords` gives it.
   */
  addRowsOf(word: string, rows: number[]): void {
    const bytes = this.#bytes;
    const { read, written } = this.#encoder.encodeInto(word, bytes.subarray(2));
    if (read < word.length) return;
    const end = 2 + written;
    const before = rows.length;
    for (let start = 2; start < end;) {
      let from = start;
      if (start > 2) {
        // What is to the left has been found already, so its place is free for the sign.
        from = start - 2;
        bytes[from] = HASH_SIGN;
        bytes[from + 1] = HASH_SIGN;
      }
      let to = end;
      let found = -1;
      for (; to > start && found < 0; to--) {
        if (to === end || (bytes[to]! & 0xc0) !== 0x80) found = this.#find(from, to);
      }
      if (found < 0) {
        rows.length = before;
        return;
      }
      rows.push(found);
      start = to + 1;
    }
  }

  /** Writes the sum of the rows with the given numbers, each times its scale, in their order. */
  sum(rows: readonly number[], target: Float32Array): void {
    if (this.#sums === undefined) {
      const single = this.#single ??= openSingleRows(this.header.dimensions);
      if (single.indexes.size + rows.length <= MAX_SINGLE_READS) {
        this.#sumSingly(rows, single, target);
        return;
      }
    }
    this.#single = undefined;
    const { header, scales } = this;
    const [start] = header.sections.vectors;
    const read = (vectors: Uint8Array) => this.#readInto(vectors, start);
    this.#sums ??= createRowSums({ header, scales, read });
    this.#sums(rows, target);
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#file.close();
  }

  #sumSingly(
    rows: readonly number[],
    { indexes, vectors, scales, sums }: SingleRows,
    target: Float32Array,
  ): void {
    const { dimensions, sections } = this.header;
    const own = rows.map((row) => {
      const known = indexes.get(row);
      if (known !== undefined) return known;
      const place = indexes.size;
      const bytes = vectors.subarray(place * dimensions, (place + 1) * dimensions);
      this.#readInto(bytes, sections.vectors[0] + row * dimensions);
      scales[place] = this.scales[row]!;
      indexes.set(row, place);
      return place;
    });
    sums(own, target);
  }

  /** Returns the row whose word is what stands between two offsets of the bytes; -1 without one. */
  #find(start: number, end: number): number {
    const bytes = this.#bytes;
    const words = this.#words;
    const offsets = this.#offsets;
    let low = 0;
    let high = this.header.rows - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      let at = offsets[middle]!;
      const stop = offsets[middle + 1]!;
      let i = start;
      while (i < end && at < stop && bytes[i] === words[at]) {
        i++;
        at++;
      }
      if (i === end && at === stop) return middle;
      if (at === stop || (i < end && bytes[i]! > words[at]!)) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #read([start, length]: readonly [number, number]): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    this.#readInto(bytes, start);
    return bytes;
  }

  #readInto(bytes: Uint8Array, start: number): void {
    this.#file.seekSync(start, Deno.SeekMode.Start);
    readFully(this.#file, bytes, this.#path);
  }
}

/** Rows that were read one by one, as a small table of their own. */
interface SingleRows {
  /** The place of each row in the small table. */
  readonly indexes: Map<number, number>;
  readonly vectors: Uint8Array<ArrayBuffer>;
  readonly scales: Float32Array;
  readonly sums: RowSums;
}

function openSingleRows(dimensions: number): SingleRows {
  const scales = new Float32Array(MAX_SINGLE_READS);
  let vectors = new Uint8Array(0);
  const header = { rows: MAX_SINGLE_READS, dimensions };
  const sums = createRowSums({ header, scales, read: (memory) => vectors = memory });
  return { indexes: new Map(), vectors, scales, sums };
}

/**
 * Opens the file of word vectors at `path`.
 *
 * @throws {EmbedderError} `missing` when there is none, `damaged` when it is cut short or something
 * else, `forbidden` when it may not be read.
 */
export function openStaticTable(path: string): StaticTable {
  const file = openModelFile(path, {
    model: `the table "${path}"`,
    file: "it",
    missing: () => "there is no such file",
  });
  const read = (length: number) => {
    const bytes = new Uint8Array(length);
    readFully(file, bytes, path);
    return bytes;
  };
  try {
    const { size } = file.statSync();
    const prefix = read(Math.min(PREFIX_BYTES, size));
    return new StaticTable(file, path, parseTableHeader(prefix, { path, size }, read));
  } catch (error) {
    file.close();
    throw error;
  }
}

function readFully(file: Deno.FsFile, bytes: Uint8Array, path: string): void {
  if (fillBytes(file, bytes) === bytes.length) return;
  throw new EmbedderError("damaged", `Cannot use the table "${path}" as it ends too early`);
}
