import { pow } from "../math/mod.ts";
import {
  type Bm25fParameters,
  DEFAULT_BM25F,
  type Field,
  fieldFactor,
  FIELDS,
  type FieldScale,
  fieldScale,
  FILE_BM25,
  inverseDocumentFrequency,
  queryTermWeight,
  saturate,
} from "./bm25f.ts";
import type { CorpusStatistics } from "./corpus_statistics.ts";
import type { TermEvidence, TermHit } from "./evidence.ts";
import type { IndexView } from "./index_view.ts";
import { MAX_BODY_FREQUENCY, type Postings, unpackFrequencies } from "./postings.ts";
import type { ScorableTerm } from "./analyzed_query.ts";

/** Scores of everything in an index by the words of a query. */
export interface LexicalScores {
  /** BM25F of each chunk; 0 when no term occurs. */
  readonly chunks: Float64Array;
  /** BM25 of the whole text of each file. */
  readonly files: Float64Array;
  /** Share of the words of the query that each file has, by their weights. */
  readonly coverage: Float64Array;
}

/** BM25F over one state of an index, one term at a time. */
export class LexicalScorer {
  readonly #view: IndexView;
  readonly #k1: number;
  /** Exponent of the idf. */
  readonly #exponent: number;
  readonly #scales: Readonly<Record<Field, FieldScale>>;
  readonly #statistics: CorpusStatistics | undefined;

  /**
   * Creates a scorer. Call its methods only while the view may be used.
   *
   * @param options.statistics Statistics for the weights of words. @default those of the index
   */
  constructor(
    view: IndexView,
    { parameters = DEFAULT_BM25F, exponent = 1, statistics }: {
      readonly parameters?: Bm25fParameters;
      readonly exponent?: number;
      readonly statistics?: CorpusStatistics | undefined;
    } = {},
  ) {
    this.#view = view;
    this.#k1 = parameters.k1;
    this.#exponent = exponent;
    this.#statistics = statistics;
    const { averageLengths } = statistics ?? view.chunks;
    this.#scales = Object.fromEntries(
      FIELDS.map((field) => [field, fieldScale(parameters.fields[field], averageLengths[field])]),
    ) as Record<Field, FieldScale>;
  }

  /**
   * Returns the scores of all chunks and files, and the idf of each term. The terms are added in
   * their order, so the sums do not depend on the index's segments.
   */
  score(
    terms: readonly ScorableTerm[],
  ): LexicalScores & { readonly idfs: ReadonlyMap<string, number> } {
    const { chunks: { count }, files: { documents } } = this.#view;
    const chunks = new Float64Array(count);
    const files = new Float64Array(documents.length);
    const coverage = new Float64Array(documents.length);
    const idfs = new Map<string, number>();
    let total = 0;
    for (const { term, count, isPart, weight: own = 1 } of terms) {
      const postings = this.#view.readPostings(term);
      const idf = inverseDocumentFrequency(this.#chunkFrequency(term, postings), this.#chunkCount);
      idfs.set(term, idf);
      const worth = own * pow(idf, this.#exponent);
      const weight = queryTermWeight(count) * worth;
      this.#addScores(chunks, postings, weight);
      this.#addFileScores({ scores: files, coverage }, postings, [weight, isPart ? 0 : worth]);
      if (!isPart) total += worth;
    }
    if (total > 0) { for (let file = 0; file < coverage.length; file++) coverage[file]! /= total; }
    return { chunks, files, coverage, idfs };
  }

  /** Number of chunks of the statistics. */
  get #chunkCount(): number {
    return this.#statistics?.chunks ?? this.#view.chunks.liveCount;
  }

  /** Returns the number of chunks of the statistics with the term of these postings. */
  #chunkFrequency(term: string, { length }: Postings): number {
    return this.#statistics?.chunkFrequencies.get(term) ?? length;
  }

  /** Adds the value of a term to each file's score, and its weight to each file's coverage. */
  #addFileScores(
    { scores, coverage }: { readonly scores: Float64Array; readonly coverage: Float64Array },
    { chunks, packed, length }: Postings,
    [weight, worth]: readonly [weight: number, worth: number],
  ): void {
    const { chunks: { fileOf }, files: { lengths, averageLength: own } } = this.#view;
    const averageLength = this.#statistics?.averageFileLength ?? own;
    const { k1, b } = FILE_BM25;
    const { base, slope } = fieldScale({ weight: 1, b }, averageLength);
    for (let i = 0; i < length;) {
      const file = fileOf[chunks[i]!]!;
      let frequency = 0;
      // The postings of a file are consecutive.
      for (; i < length && fileOf[chunks[i]!] === file; i++) frequency += packed[i]! & 0xff;
      coverage[file]! += worth;
      frequency /= base + slope * lengths[file]!;
      scores[file]! += weight * (frequency * (k1 + 1) / (k1 + frequency));
    }
  }

  /**
   * Adds the value of a term to each chunk's score.
   *
   * This loop takes most of a query's time. Its values are in local variables, and postings in the
   * body only, which are most of them, take a short path through it.
   */
  #addScores(
    scores: Float64Array,
    { chunks, packed, length }: Postings,
    weight: number,
  ): void {
    const k1 = this.#k1;
    const { weight: bodyWeight, base, slope } = this.#scales.body;
    const bodyLengths = this.#view.chunks.lengths.body;
    for (let i = 0; i < length; i++) {
      const chunk = chunks[i]!;
      const frequencies = packed[i]!;
      // fieldFactor() and saturate(), inlined.
      const frequency = frequencies > MAX_BODY_FREQUENCY
        ? this.#frequency(chunk, frequencies)
        : frequencies * (bodyWeight / (base + slope * bodyLengths[chunk]!));
      scores[chunk]! += weight * (frequency * (k1 + 1) / (k1 + frequency));
    }
  }

  /** Returns the evidence that {@link score} uses, term by term. */
  listEvidence(
    terms: readonly ScorableTerm[],
    isWanted: (file: number) => boolean,
  ): TermEvidence[] {
    const { fileOf } = this.#view.chunks;
    const exponent = this.#exponent;
    const chunkCount = this.#chunkCount;
    return terms.map(({ term, count, weight = 1 }) => {
      const postings = this.#view.readPostings(term);
      const { chunks, packed, length } = postings;
      const chunkFrequency = this.#chunkFrequency(term, postings);
      const hits = new Map<number, TermHit>();
      for (let i = 0; i < length; i++) {
        const chunk = chunks[i]!;
        if (isWanted(fileOf[chunk]!)) hits.set(chunk, this.#toHit(chunk, packed[i]!));
      }
      const idf = pow(inverseDocumentFrequency(chunkFrequency, chunkCount), exponent);
      return { term, count, weight, chunkFrequency, chunkCount, idf, exponent, hits };
    });
  }

  #toHit(chunk: number, packed: number): TermHit {
    return {
      counts: unpackFrequencies(packed),
      saturated: saturate(this.#frequency(chunk, packed), this.#k1),
    };
  }

  /** Returns the term's occurrences in all fields of a chunk, on the scale of the body. */
  #frequency(chunk: number, packed: number): number {
    const { lengths } = this.#view.chunks;
    const scales = this.#scales;
    const { body, symbols, heading, path } = unpackFrequencies(packed);
    let frequency = body * fieldFactor(scales.body, lengths.body[chunk]!);
    if (packed > MAX_BODY_FREQUENCY) {
      frequency += symbols * fieldFactor(scales.symbols, lengths.symbols[chunk]!) +
        heading * fieldFactor(scales.heading, lengths.heading[chunk]!) +
        path * fieldFactor(scales.path, lengths.path[chunk]!);
    }
    return frequency;
  }
}
