import type { QueryTerm } from "@dossier/core";
import {
  type Bm25fParameters,
  DEFAULT_BM25F,
  type Field,
  fieldFactor,
  type FieldScale,
  fieldScale,
  FILE_BM25,
  inverseDocumentFrequency,
  type NumberedChunk,
  queryTermWeight,
  saturate,
  type ScorableTerm,
  type TermEvidence,
  type TermHit,
} from "@dossier/core/rank";
import type { Store } from "../store/open_store.ts";
import {
  createPostingBuffer,
  decodePostings,
  MAX_BODY_FREQUENCY,
  type PostingBuffer,
} from "../store/posting_codec.ts";
import type { PostingList } from "../store/postings.ts";
import { keptPostings, type LexicalSnapshot } from "./lexical_snapshot.ts";

/** How the words of a query score everything in the index. */
export interface LexicalScores {
  /** BM25F of every chunk of the snapshot, 0 where no term occurs. */
  readonly chunks: Float64Array;
  /** BM25 of the whole text of every file of the snapshot. */
  readonly files: Float64Array;
}

/** BM25F over one snapshot of the index, one term at a time. */
export class LexicalScorer {
  readonly #store: Store;
  readonly #snapshot: LexicalSnapshot;
  readonly #k1: number;
  /** Power of the idf. */
  readonly #exponent: number;
  readonly #scales: Readonly<Record<Field, FieldScale>>;
  readonly #buffer: PostingBuffer = createPostingBuffer();

  /** Makes a scorer; its methods must run in the transaction that the snapshot was read in. */
  constructor(
    store: Store,
    snapshot: LexicalSnapshot,
    { parameters = DEFAULT_BM25F, exponent = 1 }: {
      readonly parameters?: Bm25fParameters;
      readonly exponent?: number;
    } = {},
  ) {
    this.#exponent = exponent;
    this.#store = store;
    this.#snapshot = snapshot;
    this.#k1 = parameters.k1;
    const scaleOf = (field: Field) =>
      fieldScale(parameters.fields[field], snapshot.averageLengths[field]);
    this.#scales = {
      body: scaleOf("body"),
      symbols: scaleOf("symbols"),
      heading: scaleOf("heading"),
      path: scaleOf("path"),
    };
  }

  /**
   * Returns the scores of all chunks and files. The terms are added up in their order, so the sums do
   * not depend on the index's segments.
   */
  score(terms: readonly ScorableTerm[]): LexicalScores {
    const chunks = new Float64Array(this.#snapshot.chunkCount);
    const files = new Float64Array(this.#snapshot.files.documents.length);
    terms.forEach((term) => {
      const postings = this.#readPostings(term);
      const weight = this.#weigh(term);
      this.#addScores(chunks, postings, weight);
      this.#addFileScores(files, postings, weight);
    });
    return { chunks, files };
  }

  /** Returns what a term counts whose postings are in the buffer. */
  #weigh({ count, weight = 1 }: ScorableTerm): number {
    return queryTermWeight(count) * weight * this.#inverseDocumentFrequency() ** this.#exponent;
  }

  /** Adds to each file's score what a term is worth in its whole text. */
  #addFileScores(
    scores: Float64Array,
    { chunks, packed, length }: PostingBuffer,
    weight: number,
  ): void {
    const { fileOf, files: { lengths, averageLength } } = this.#snapshot;
    const { k1, b } = FILE_BM25;
    const { base, slope } = fieldScale({ weight: 1, b }, averageLength);
    for (let i = 0; i < length;) {
      const file = fileOf[chunks[i]!]!;
      let frequency = 0;
      // The postings of a file stand together.
      for (; i < length && fileOf[chunks[i]!] === file; i++) frequency += packed[i]! & 0xff;
      frequency /= base + slope * lengths[file]!;
      scores[file]! += weight * (frequency * (k1 + 1) / (k1 + frequency));
    }
  }

  /**
   * Adds to each chunk's score what a term is worth in it.
   *
   * This loop is most of a query's time. What it needs is at hand in local variables, and postings
   * that are in the body only, which most are, take a short way through it.
   */
  #addScores(
    scores: Float64Array,
    { chunks, packed, length }: PostingBuffer,
    weight: number,
  ): void {
    const k1 = this.#k1;
    const { weight: bodyWeight, base, slope } = this.#scales.body;
    const bodyLengths = this.#snapshot.lengths.body;
    for (let i = 0; i < length; i++) {
      const chunk = chunks[i]!;
      const frequencies = packed[i]!;
      // fieldFactor() and saturate(), written out.
      const frequency = frequencies > MAX_BODY_FREQUENCY
        ? this.#frequency(chunk, frequencies)
        : frequencies * (bodyWeight / (base + slope * bodyLengths[chunk]!));
      scores[chunk]! += weight * (frequency * (k1 + 1) / (k1 + frequency));
    }
  }

  /**
   * Returns what {@link score} went by, term by term.
   *
   * @param isWanted Returns whether the chunks of a file are wanted.
   */
  listEvidence(
    terms: readonly ScorableTerm[],
    isWanted: (file: number) => boolean,
  ): TermEvidence[] {
    const { fileOf, liveCount: chunkCount } = this.#snapshot;
    const exponent = this.#exponent;
    return terms.map((scorable) => {
      const { chunks, packed, length: holding } = this.#readPostings(scorable);
      const hits = new Map<number, TermHit>();
      for (let i = 0; i < holding; i++) {
        const chunk = chunks[i]!;
        if (isWanted(fileOf[chunk]!)) hits.set(chunk, this.#toHit(chunk, packed[i]!));
      }
      const { term, count, weight = 1 } = scorable;
      const idf = this.#inverseDocumentFrequency() ** exponent;
      return { term, count, weight, holding, chunkCount, idf, exponent, hits };
    });
  }

  #toHit(chunk: number, packed: number): TermHit {
    return {
      counts: {
        body: packed & 0xff,
        symbols: symbolFrequency(packed),
        heading: (packed >>> 11) & 7,
        path: packed >>> 14,
      },
      saturated: saturate(this.#frequency(chunk, packed), this.#k1),
    };
  }

  /** Returns whether the term is anywhere. */
  occurs(term: string): boolean {
    const lists = this.#listPostings(term);
    const isAlive = ({ segment }: PostingList) =>
      this.#snapshot.segments.get(segment)?.dead === undefined;
    // Where chunks are dead, those of the term may all be.
    return lists.some(isAlive) || (lists.length > 0 && this.#readPostings({ term }).length > 0);
  }

  /** Returns the chunks that have the term among the names they define or are in, in their order. */
  listNamedChunks(term: string): NumberedChunk[] {
    const { chunks, packed, length } = this.#readPostings({ term });
    const { fileOf } = this.#snapshot;
    const found: NumberedChunk[] = [];
    for (let i = 0; i < length; i++) {
      const chunk = chunks[i]!;
      if (symbolFrequency(packed[i]!) > 0) found.push({ chunk, file: fileOf[chunk]! });
    }
    return found;
  }

  /** Returns the chunks that have all of some terms, in their order; none without a term. */
  listChunksWithAll(terms: readonly string[]): number[] {
    // The rarest first: what is not among its chunks need not be kept.
    const lists = terms.map((term) => ({ term, bytes: this.#measurePostings(term) }))
      .sort((a, b) => a.bytes - b.bytes);
    let found: number[] | undefined;
    for (const { term } of lists) {
      const { chunks, length } = this.#readPostings({ term });
      found = found === undefined
        ? [...chunks.subarray(0, length)]
        : intersect(found, chunks, length);
      if (found.length === 0) return found;
    }
    return found ?? [];
  }

  /** Returns the size of a term's postings, by which the rarer of two is told. */
  #measurePostings(term: string): number {
    return this.#listPostings(term).reduce((sum, { data }) => sum + data.length, 0);
  }

  #listPostings(term: string): readonly PostingList[] {
    return keptPostings(this.#store, this.#snapshot, term);
  }

  /** Returns the live postings of a term over all segments, in a buffer that the next call reuses. */
  #readPostings({ term }: Pick<QueryTerm, "term">): PostingBuffer {
    this.#buffer.length = 0;
    for (const { segment, data } of this.#listPostings(term)) {
      const place = this.#snapshot.segments.get(segment);
      if (place !== undefined) decodePostings(data, this.#buffer, place);
    }
    return this.#buffer;
  }

  /** Returns the idf of the term whose postings are in the buffer. */
  #inverseDocumentFrequency(): number {
    return inverseDocumentFrequency(this.#buffer.length, this.#snapshot.liveCount);
  }

  /** Returns the term's occurrences in all fields of a chunk, on the scale of the body. */
  #frequency(chunk: number, packed: number): number {
    const { lengths } = this.#snapshot;
    const scales = this.#scales;
    let frequency = (packed & 0xff) * fieldFactor(scales.body, lengths.body[chunk]!);
    if (packed > 0xff) {
      frequency += symbolFrequency(packed) * fieldFactor(scales.symbols, lengths.symbols[chunk]!) +
        ((packed >>> 11) & 7) * fieldFactor(scales.heading, lengths.heading[chunk]!) +
        (packed >>> 14) * fieldFactor(scales.path, lengths.path[chunk]!);
    }
    return frequency;
  }
}

/** Returns those of some numbers that are among the first `length` of others; both ascend. */
function intersect(numbers: readonly number[], others: Uint32Array, length: number): number[] {
  let at = 0;
  return numbers.filter((number) => {
    while (at < length && others[at]! < number) at++;
    return at < length && others[at] === number;
  });
}

function symbolFrequency(packed: number): number {
  return (packed >>> 8) & 7;
}
