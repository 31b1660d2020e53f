import { type Field, FIELD_UNITS, MAX_BODY_FREQUENCY } from "@dossier/core/rank";
import { analyzeWord, createWordCache, scanNames, type WordLookup } from "@dossier/core/text";
import { MAX_POSTING_BYTES, writePosting } from "./store/posting_codec.ts";
import { mapFields, type SegmentLengths, toLengths } from "./store/segments.ts";

/** Maximum lengths that `SegmentLengths` can store. */
const MAX_BODY_LENGTH = 0xffff;
const MAX_FIELD_LENGTH = 0xff;

/** Initial capacity for postings. It doubles as needed. */
const INITIAL_POSTINGS = 1 << 16;

/** Number of words whose terms are cached. Twice the default is 7 % faster and takes 13 MB more. */
const MAX_CACHED_WORDS = 1 << 17;

/**
 * Number of terms that are kept from one segment to the next. They take about 6 MB, and 15 MB with
 * their words.
 */
const MAX_CACHED_TERMS = 1 << 16;

/** Number of cached words per file, at most: creating a large table takes 4 ms. */
const WORDS_PER_FILE = 1 << 10;

/** Fields of a chunk that are indexed besides its text. */
export interface IndexedChunk {
  /** End of the chunk in the text, in UTF-16 code units, after its last line. */
  readonly end: number;
  /** Names defined in the chunk; see `symbolNames()` of core. */
  readonly symbols: string;
  /** Headings above and in the chunk; see `headingText()` of core. */
  readonly heading: string;
}

/** Document to index: its path, its text and its chunks in line order. */
export interface BuildableDocument {
  readonly path: string;
  readonly text: string;
  readonly indexed: readonly IndexedChunk[];
}

/**
 * Collects the postings of documents in memory and returns them by term: the inversion step of
 * indexing.
 *
 * Postings are stored as three flat arrays in order of arrival (term, chunk, frequencies), and
 * sorted once by counting. This takes an eighth of the memory of a list for each term. The words of
 * a code base repeat so often that looking up their ids in a table is most of the work.
 */
export class SegmentBuilder {
  readonly #termIds = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #maxWords: number;
  /** Ids of the terms of each word seen so far, so that a word is analyzed once. */
  #termsOf: WordLookup<readonly number[]>;

  #postingTerms = new Uint32Array(INITIAL_POSTINGS);
  #postingChunks = new Uint32Array(INITIAL_POSTINGS);
  #postingPacked = new Uint16Array(INITIAL_POSTINGS);
  #postingCount = 0;

  #lengths = mapFields((): number[] => []);

  /** Frequencies of the current chunk by term id, and the ids with a frequency above 0. */
  #packed = new Uint16Array(INITIAL_POSTINGS);
  #touched = new Uint32Array(INITIAL_POSTINGS);
  #touchedCount = 0;

  /** @param fileCount Expected number of files. With few files, fewer words are cached. */
  constructor(fileCount = Infinity) {
    this.#maxWords = Math.min(MAX_CACHED_WORDS, Math.max(1, fileCount) * WORDS_PER_FILE);
    this.#termsOf = this.#createCache();
  }

  /**
   * Removes all chunks, to start another segment. Cached words stay, as most of them occur again.
   */
  clear(): void {
    this.#postingCount = 0;
    this.#lengths = mapFields((): number[] => []);
    if (this.#terms.length <= MAX_CACHED_TERMS) return;
    this.#termIds.clear();
    this.#terms.length = 0;
    this.#termsOf = this.#createCache();
  }

  #createCache(): WordLookup<readonly number[]> {
    return createWordCache(
      (word) => analyzeWord(word).map((term) => this.#termId(term)),
      { maxWords: this.#maxWords },
    );
  }

  get chunkCount(): number {
    return this.#lengths.body.length;
  }

  /** Adds all chunks of a document. Their numbers continue those of earlier chunks. */
  add({ path, text, indexed }: BuildableDocument): void {
    const pathTerms = this.#termsOfText(path);
    let index = 0;
    let end = indexed[0]?.end ?? Infinity;
    let bodyLength = 0;
    const finish = () => {
      this.#lengths.body.push(Math.min(bodyLength, MAX_BODY_LENGTH));
      this.#addField("symbols", this.#termsOfText(indexed[index]!.symbols));
      this.#addField("heading", this.#termsOfText(indexed[index]!.heading));
      this.#addField("path", pathTerms);
      this.#endChunk();
      end = indexed[++index]?.end ?? Infinity;
      bodyLength = 0;
    };
    // The text is scanned at once: a name never spans lines, and so never spans chunks.
    scanNames(text, (from, to) => {
      while (from >= end) finish();
      const ids = this.#termsOf(text, from, to);
      this.#count(ids, 1, MAX_BODY_FREQUENCY);
      bodyLength += ids.length;
    });
    while (index < indexed.length) finish();
  }

  #addField(field: Field, ids: readonly number[]): void {
    const [unit, limit] = FIELD_UNITS[field];
    this.#count(ids, unit, limit);
    this.#lengths[field].push(Math.min(ids.length, MAX_FIELD_LENGTH));
  }

  /** Returns the ids of all terms of a short text, with repetitions. */
  #termsOfText(text: string): readonly number[] {
    const ids: number[] = [];
    if (text === "") return ids;
    scanNames(text, (start, end) => {
      for (const id of this.#termsOf(text, start, end)) ids.push(id);
    });
    return ids;
  }

  /**
   * Counts one occurrence of each term in the current chunk, up to the maximum frequency of the
   * field.
   */
  #count(ids: readonly number[], unit: number, limit: number): void {
    const packed = this.#packed;
    const mask = limit * unit;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i]!;
      const before = packed[id]!;
      if (before === 0) {
        if (this.#touchedCount === this.#touched.length) this.#touched = enlarge(this.#touched);
        this.#touched[this.#touchedCount++] = id;
      }
      if ((before & mask) !== mask) packed[id] = before + unit;
    }
  }

  #termId(term: string): number {
    const known = this.#termIds.get(term);
    if (known !== undefined) return known;
    const id = this.#terms.length;
    this.#terms.push(term);
    this.#termIds.set(term, id);
    if (id >= this.#packed.length) this.#packed = enlarge(this.#packed);
    return id;
  }

  /** Moves the current chunk's frequencies to the postings. */
  #endChunk(): void {
    const chunk = this.chunkCount - 1;
    while (this.#postingCount + this.#touchedCount > this.#postingTerms.length) {
      this.#postingTerms = enlarge(this.#postingTerms);
      this.#postingChunks = enlarge(this.#postingChunks);
      this.#postingPacked = enlarge(this.#postingPacked);
    }
    let at = this.#postingCount;
    for (let i = 0; i < this.#touchedCount; i++) {
      const id = this.#touched[i]!;
      this.#postingTerms[at] = id;
      this.#postingChunks[at] = chunk;
      this.#postingPacked[at] = this.#packed[id]!;
      this.#packed[id] = 0;
      at++;
    }
    this.#postingCount = at;
    this.#touchedCount = 0;
  }

  lengths(): SegmentLengths {
    return toLengths(this.#lengths);
  }

  /**
   * Yields each term that has postings, with its encoded postings, in code unit order of the terms.
   * The bytes are valid until the next iteration.
   */
  *postings(): Generator<{ readonly term: string; readonly data: Uint8Array }> {
    const starts = this.#startsByTerm();
    const order = this.#orderByTerm(starts);
    const ids: number[] = [];
    // Terms of earlier segments, and of the paths of files without chunks, have no postings here.
    for (let id = 0; id < this.#terms.length; id++) if (starts[id]! < starts[id + 1]!) ids.push(id);
    ids.sort((a, b) => this.#terms[a]! < this.#terms[b]! ? -1 : 1);
    let bytes = new Uint8Array(1 << 16);
    for (const id of ids) {
      const from = starts[id]!;
      const to = starts[id + 1]!;
      if (bytes.length < (to - from) * MAX_POSTING_BYTES) {
        bytes = new Uint8Array((to - from) * MAX_POSTING_BYTES);
      }
      let offset = 0;
      let previous = -1;
      for (let i = from; i < to; i++) {
        const posting = order[i]!;
        const chunk = this.#postingChunks[posting]!;
        offset = writePosting(bytes, offset, chunk - previous, this.#postingPacked[posting]!);
        previous = chunk;
      }
      yield { term: this.#terms[id]!, data: bytes.subarray(0, offset) };
    }
  }

  /**
   * Returns the start of each term's postings in {@link #orderByTerm}, with the end as one more
   * entry.
   */
  #startsByTerm(): Uint32Array {
    const starts = new Uint32Array(this.#terms.length + 1);
    for (let i = 0; i < this.#postingCount; i++) starts[this.#postingTerms[i]! + 1]!++;
    for (let id = 0; id < this.#terms.length; id++) starts[id + 1]! += starts[id]!;
    return starts;
  }

  /** Returns the indexes of the postings by term. Postings of one term stay in chunk order. */
  #orderByTerm(starts: Uint32Array): Uint32Array {
    const next = starts.slice();
    const order = new Uint32Array(this.#postingCount);
    for (let i = 0; i < this.#postingCount; i++) order[next[this.#postingTerms[i]!]!++] = i;
    return order;
  }
}

/** Returns a copy of twice the length, padded with zeros. */
function enlarge<Numbers extends Uint32Array | Uint16Array>(numbers: Numbers): Numbers {
  const copy = numbers instanceof Uint32Array
    ? new Uint32Array(numbers.length * 2)
    : new Uint16Array(numbers.length * 2);
  copy.set(numbers);
  return copy as Numbers;
}
