import {
  createWordCache,
  EMBEDDING_WORDS_VERSION,
  embeddingWordsOfName,
  scanNames,
  type WordLookup,
} from "@dossier/core/text";
import { type Embedder, type EmbedOptions, normalise } from "../embedder.ts";
import { openStaticTable, type StaticTable } from "./static_table.ts";

/** Path of the table that is part of the program. */
export const SHIPPED_TABLE_PATH: string = `${import.meta.dirname}/table.bin`;

/** Number of passages from which on many names are cached. */
const MANY_PASSAGES = 256;

/** Number of names whose rows are cached, for few passages and for many. */
const FEW_NAMES = 1 << 12;
const MANY_NAMES = 1 << 17;

/**
 * Embedder without a network. The vector of a text is the sum of the vectors of its words, each
 * counted once, scaled to length 1.
 */
class StaticEmbedder implements Embedder {
  readonly name: string;
  readonly fingerprint: string;
  readonly dimensions: number;
  readonly isFast = true;
  readonly batchSize = 256;
  readonly #table: StaticTable;
  /** Number of the text in which each row was last counted. */
  readonly #countedIn: Uint32Array;
  #textCount = 0;
  #passageCount = 0;
  #rowsOf: WordLookup<readonly number[]>;
  /** The same for a word of a name: there are many names, made of few words. */
  #rowsOfWord: WordLookup<readonly number[]> = (word) => this.#lookUp(word);

  constructor(table: StaticTable) {
    const { name, version, dimensions, rows, sha256 } = table.header;
    this.#table = table;
    this.name = `${name} ${version}`;
    this.fingerprint = `static-${EMBEDDING_WORDS_VERSION} ${name} ${version} ${sha256}`;
    this.dimensions = dimensions;
    this.#countedIn = new Uint32Array(rows);
    this.#rowsOf = (text, start, end) => this.#findRows(text.slice(start, end));
  }

  embedQueries(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]> {
    return this.#embed(texts, options);
  }

  embedPassages(texts: readonly string[], options?: EmbedOptions): Promise<Float32Array[]> {
    const before = this.#passageCount;
    this.#passageCount += texts.length;
    if (before === 0 && this.#passageCount > 0) this.#cacheNames(FEW_NAMES);
    if (before < MANY_PASSAGES && this.#passageCount >= MANY_PASSAGES) this.#cacheNames(MANY_NAMES);
    return this.#embed(texts, options);
  }

  [Symbol.dispose](): void {
    this.#table[Symbol.dispose]();
  }

  #cacheNames(maxWords: number): void {
    this.#rowsOf = createWordCache((name) => this.#findRows(name), { maxWords });
    this.#rowsOfWord = createWordCache((word) => this.#lookUp(word), { maxWords: maxWords >> 3 });
  }

  #embed(texts: readonly string[], { signal }: EmbedOptions = {}): Promise<Float32Array[]> {
    return Promise.try(() => {
      // One block of memory for all rows: a block for each row takes as long as adding the row.
      const numbers = new Float32Array(texts.length * this.dimensions);
      return texts.map((text, i) => {
        signal?.throwIfAborted();
        const row = numbers.subarray(i * this.dimensions, (i + 1) * this.dimensions);
        return this.#embedText(text, row);
      });
    });
  }

  #embedText(text: string, row: Float32Array): Float32Array {
    const number = ++this.#textCount;
    const distinct: number[] = [];
    scanNames(text, (start, end) => {
      const rows = this.#rowsOf(text, start, end);
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i]!;
        if (this.#countedIn[row] === number) continue;
        this.#countedIn[row] = number;
        distinct.push(row);
      }
    });
    this.#table.sum(distinct, row);
    return normalise(row);
  }

  #findRows(name: string): readonly number[] {
    const rows: number[] = [];
    for (const word of embeddingWordsOfName(name)) {
      for (const row of this.#rowsOfWord(word, 0, word.length)) rows.push(row);
    }
    return rows;
  }

  #lookUp(word: string): readonly number[] {
    const rows: number[] = [];
    this.#table.addRowsOf(word, rows);
    return rows;
  }
}

/**
 * Opens the embedder with the table at `path`.
 *
 * @throws {EmbedderError} As `openStaticTable`.
 */
export function openStaticEmbedder(path: string): Embedder {
  return new StaticEmbedder(openStaticTable(path));
}
