import { fieldFactor, type FieldScale, fieldScale, inverseDocumentFrequency } from "./bm25f.ts";
import { commitAgeFactor, SUBJECT_BM25 } from "./commit_weight.ts";

/** Subjects of commits in one state of an index. */
export interface SubjectIndex {
  /** Number of commits. */
  readonly commits: number;
  /** Seconds from the reference time of the weights and lengths to the newest commit. */
  readonly age: number;
  /** Weights of the commits. A commit counts with its weight for each file that it changed. */
  readonly weights: Float32Array;
  /** Index of the first file of each commit in {@link touched}. */
  readonly starts: Uint32Array;
  /** Numbers of files. */
  readonly touched: Uint32Array;
  /** Weighted number of terms in the subjects of each file. */
  readonly lengths: Float64Array;
  /** Number of the document of each file, or 0. */
  readonly documents: Uint32Array;
  /** Returns the numbers of the commits whose subjects have a term, in ascending order. */
  listCommitsWith(term: string): readonly number[];
}

/** Term that is looked for in the subjects of commits. */
export interface SubjectTerm {
  readonly term: string;
  readonly weight: number;
}

/**
 * Field of each document with the subjects of the commits that touched it, prepared for scoring. It
 * belongs to one state of the index.
 *
 * The score of a document is BM25 over that field: each commit counts as one occurrence of each of
 * its terms, weighted by its age and by the number of files that it touched. The lengths are
 * weighted the same way.
 */
export class SubjectField {
  readonly commits: number;
  readonly #index: SubjectIndex;
  /**
   * Factor that converts weights relative to the reference time into weights relative to the newest
   * commit.
   */
  readonly #age: number;
  /** Number of documents with such a field; N of the idf. */
  readonly #count: number;
  readonly #scale: FieldScale;
  /**
   * Weighted occurrences of a term by file, for files that are documents; all 0 between two terms.
   */
  readonly #occurrences: Float64Array;
  /** Files with occurrences of the term that was gathered last. */
  readonly #found: Uint32Array;
  /** {@link SubjectField.#norm} by file; 0 before it is computed. */
  readonly #norms: Float64Array;

  /** Creates the field of an index. Call its methods only while the index may be used. */
  constructor(index: SubjectIndex) {
    const { commits, age, lengths, documents } = index;
    this.commits = commits;
    this.#index = index;
    this.#age = commitAgeFactor(age);
    this.#occurrences = new Float64Array(lengths.length);
    this.#found = new Uint32Array(lengths.length);
    this.#norms = new Float64Array(lengths.length);
    const { count, sum } = sumLengths(lengths, documents);
    this.#count = count;
    this.#scale = fieldScale({ weight: 1, b: SUBJECT_BM25.b }, count === 0 ? 0 : sum / count);
  }

  /**
   * Returns the score of every document whose field has a term.
   *
   * The loops of this method and of {@link SubjectField.#gather} take most of the time of a process
   * that answers one question. These loops run before the engine has compiled them, so they use
   * local variables.
   */
  score(terms: readonly SubjectTerm[]): Map<number, number> {
    const found = this.#found;
    const occurrences = this.#occurrences;
    const norms = this.#norms;
    const most = SUBJECT_BM25.k1 + 1;
    const scores = new Float64Array(norms.length);
    for (const { term, weight } of terms) {
      const count = this.#gather(term);
      const worth = weight * inverseDocumentFrequency(count, this.#count);
      for (let i = 0; i < count; i++) {
        const file = found[i]!;
        const seen = occurrences[file]!;
        // saturate(), inlined.
        scores[file]! += worth * (most * seen / (seen + (norms[file] || this.#norm(file))));
        occurrences[file] = 0;
      }
    }
    return this.#byDocument(scores);
  }

  /**
   * Adds up the occurrences of a term by file; returns the number of files with occurrences that
   * are documents.
   */
  #gather(term: string): number {
    const { weights, starts, touched, documents } = this.#index;
    const occurrences = this.#occurrences;
    const found = this.#found;
    let count = 0;
    for (const commit of this.#index.listCommitsWith(term)) {
      const weight = weights[commit]!;
      const end = starts[commit + 1] ?? touched.length;
      for (let i = starts[commit]!; i < end; i++) {
        const file = touched[i]!;
        if (occurrences[file] === 0 && documents[file] !== 0) found[count++] = file;
        occurrences[file]! += weight;
      }
    }
    return count;
  }

  #byDocument(scores: Float64Array): Map<number, number> {
    const { documents } = this.#index;
    const found = new Map<number, number>();
    for (let file = 0; file < scores.length; file++) {
      if (scores[file] !== 0) found.set(documents[file]!, scores[file]!);
    }
    return found;
  }

  /**
   * Returns the number of occurrences in a file, relative to the reference time, that are half
   * saturated: `k1` for a field of average length and commits as new as the newest.
   */
  #norm(file: number): number {
    const norm = SUBJECT_BM25.k1 /
      (fieldFactor(this.#scale, this.#index.lengths[file]!) * this.#age);
    this.#norms[file] = norm;
    return norm;
  }
}

/** Returns the number of documents with a field, and the sum of the lengths of these. */
function sumLengths(lengths: Float64Array, documents: Uint32Array) {
  let count = 0;
  let sum = 0;
  for (let file = 0; file < documents.length; file++) {
    if (documents[file] === 0 || lengths[file] === 0) continue;
    count++;
    sum += lengths[file]!;
  }
  return { count, sum };
}
