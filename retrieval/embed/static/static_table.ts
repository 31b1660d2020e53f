import { fillBytes } from "../../machine/mod.ts";
import { EmbedderError, openModelFile } from "../embedder.ts";
import { createRowSums, type RowSums } from "./row_sums.ts";
import { parseTableHeader, PREFIX_BYTES, type TableHeader } from "./table_header.ts";

/** Maximum length of a word that is looked up, in bytes. Longer ones are data. */
const MAX_WORD_BYTES = 256;

/**
 * Maximum number of rows that are read from the file one by one and cached. A row takes about 6 µs,
 * and a whole table of 10 MB at least 10 ms, for which a process that gives one answer should not
 * wait.
 */
const MAX_SINGLE_READS = 1000;

const HASH_SIGN = 0x23;

/**
 * Open file of word vectors, used in its format on disk without creating objects.
 *
 * Words are looked up by binary search over their bytes. A word that is not in the table is split
 * from the left into the longest pieces that are. All pieces but the first are stored with `##`
 * before them.
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
  /** Word in UTF-8, with space for the sign of a piece before it. */
  readonly #bytes = new Uint8Array(MAX_WORD_BYTES + 2);
  #sums: RowSums | undefined;
  #single: SingleRows | undefined;

  /** Takes ownership of an open file. Callers use {@link openStaticTable}. */
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
   * Adds the rows of a word to `rows`: its own row, those of its pieces, or none when the table has
   * neither.
   *
   * @param word Word as `embeddingWords` returns it.
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
        // The text to the left was found already, so its bytes are free for the sign.
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

  /** Writes the sum of the rows with the given indexes, each times its scale, in their order. */
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
    const singleIndexes = rows.map((row) => {
      const known = indexes.get(row);
      if (known !== undefined) return known;
      const index = indexes.size;
      const bytes = vectors.subarray(index * dimensions, (index + 1) * dimensions);
      this.#readInto(bytes, sections.vectors[0] + row * dimensions);
      scales[index] = this.scales[row]!;
      indexes.set(row, index);
      return index;
    });
    sums(singleIndexes, target);
  }

  /** Returns the row of the word between two offsets of the bytes; -1 when there is none. */
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

/** Rows that were read one by one, as a small table. */
interface SingleRows {
  /** Index of each row in the small table. */
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
 * @throws {EmbedderError} `missing` when there is no file, `damaged` when it is cut short or
 * another kind of file, `forbidden` when it may not be read.
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
