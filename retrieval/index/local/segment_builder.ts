import { type Field, FIELD_UNITS, MAX_BODY_FREQUENCY } from "@dossier/core/rank";
import { analyzeWord, createWordCache, scanNames, type WordLookup } from "@dossier/core/text";
import { MAX_POSTING_BYTES, writePosting } from "./store/posting_codec.ts";
import { mapFields, type SegmentLengths, toLengths } from "./store/segments.ts";

/** Largest lengths that `SegmentLengths` holds. */
const MAX_BODY_LENGTH = 0xffff;
const MAX_FIELD_LENGTH = 0xff;

/** Postings that memory is set aside for at first; it doubles as needed. */
const INITIAL_POSTINGS = 1 << 16;

/** Words whose terms are remembered: twice as many as by default is 7 % faster and takes 13 MB more. */
const MAX_CACHED_WORDS = 1 << 17;

/** Terms that are kept from one segment to the next: these take some 6 MB, with the words that give them 15. */
const MAX_KEPT_TERMS = 1 << 16;

/** Words that a file adds to those of others, at most: setting a large table up takes 4 ms. */
const WORDS_PER_FILE = 1 << 10;

/** What of a chunk is indexed beside its own text. */
export interface IndexedChunk {
  /** Where it ends in the text, in UTF-16 code units: behind its last line. */
  readonly end: number;
  /** The names that are defined in it; see `symbolNames` in core. */
  readonly symbols: string;
  /** The headings above it and in it; see `headingText` in core. */
  readonly heading: string;
}

/** A document to index: its path, its text and its chunks, in line order. */
export interface BuildableDocument {
  readonly path: string;
  readonly text: string;
  readonly indexed: readonly IndexedChunk[];
}

/**
 * Collects the postings of documents in memory and gives them out by term: the inverting step of
 * indexing.
 *
 * Postings are kept as three flat arrays in the order they come (term, chunk, frequencies) and
 * sorted once by counting. That is an eighth of the memory of a list for each term, and the words of
 * a code base repeat so much that looking each one up in a table of ids is most of the work.
 */
export class SegmentBuilder {
  readonly #termIds = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #maxWords: number;
  /** Ids of the terms of each word met so far: a word is analyzed once. */
  #termsOf: WordLookup<readonly number[]>;

  #postingTerms = new Uint32Array(INITIAL_POSTINGS);
  #postingChunks = new Uint32Array(INITIAL_POSTINGS);
  #postingPacked = new Uint16Array(INITIAL_POSTINGS);
  #postingCount = 0;

  #lengths = mapFields((): number[] => []);

  /** Frequencies of the current chunk by term id, and the ids that are not 0. */
  #packed = new Uint16Array(INITIAL_POSTINGS);
  #touched = new Uint32Array(INITIAL_POSTINGS);
  #touchedCount = 0;

  /**
   * @param fileCount How many files may come; of a few, few words are worth remembering.
   */
  constructor(fileCount = Infinity) {
    this.#maxWords = Math.min(MAX_CACHED_WORDS, Math.max(1, fileCount) * WORDS_PER_FILE);
    this.#termsOf = this.#createCache();
  }

  /** Forgets all chunks, for another segment. What is known of words is kept, as most of them come again. */
  clear(): void {
    this.#postingCount = 0;
    this.#lengths = mapFields((): number[] => []);
    if (this.#terms.length <= MAX_KEPT_TERMS) return;
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

  /** Adds all chunks of a document, numbered on from those added before. */
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
    // The text is scanned as a whole: a name never crosses a line, so never a chunk either.
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

  /** Returns the ids of all terms of a short text, repeated ones included. */
  #termsOfText(text: string): readonly number[] {
    const ids: number[] = [];
    if (text === "") return ids;
    scanNames(text, (start, end) => {
      for (const id of this.#termsOf(text, start, end)) ids.push(id);
    });
    return ids;
  }

  /** Counts one occurrence of each term in the current chunk, up to the highest frequency of the field. */
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
   * Yields each term that has postings once with these, encoded, in code unit order of the terms. The bytes
   * are valid until the next are asked for.
   */
  *postings(): Generator<{ readonly term: string; readonly data: Uint8Array }> {
    const starts = this.#startsByTerm();
    const order = this.#orderByTerm(starts);
    const ids: number[] = [];
    // Terms of the segments before, and of the paths of files without chunks, have none here.
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

  /** Returns where each term's postings start in {@link #orderByTerm}, and one more entry: the end. */
  #startsByTerm(): Uint32Array {
    const starts = new Uint32Array(this.#terms.length + 1);
    for (let i = 0; i < this.#postingCount; i++) starts[this.#postingTerms[i]! + 1]!++;
    for (let id = 0; id < this.#terms.length; id++) starts[id + 1]! += starts[id]!;
    return starts;
  }

  /** Returns the postings' numbers by term; those of one term stay in chunk order. */
  #orderByTerm(starts: Uint32Array): Uint32Array {
    const next = starts.slice();
    const order = new Uint32Array(this.#postingCount);
    for (let i = 0; i < this.#postingCount; i++) order[next[this.#postingTerms[i]!]!++] = i;
    return order;
  }
}

/** Returns a copy of twice the length, with zeros behind. */
function enlarge<Numbers extends Uint32Array | Uint16Array>(numbers: Numbers): Numbers {
  const copy = numbers instanceof Uint32Array
    ? new Uint32Array(numbers.length * 2)
    : new Uint16Array(numbers.length * 2);
  copy.set(numbers);
  return copy as Numbers;
}
