import { fieldFactor, type FieldScale, fieldScale, inverseDocumentFrequency } from "./bm25f.ts";
import { ageFactor, SUBJECT_BM25 } from "./commit_weight.ts";

/** The subjects of commits, in one state of an index. */
export interface SubjectIndex {
  /** How many commits there are. */
  readonly commits: number;
  /** How many seconds the newest is younger than the moment that weights and lengths are as seen from. */
  readonly age: number;
  /** What each commit is worth to each of its files. */
  readonly weights: Float32Array;
  /** Where the files of each commit start in {@link touched}. */
  readonly starts: Uint32Array;
  /** Numbers of files. */
  readonly touched: Uint32Array;
  /** The weighted number of terms in the subjects of each file. */
  readonly lengths: Float64Array;
  /** The number of the document that each file is, or 0. */
  readonly documents: Uint32Array;
  /** Returns the numbers of the commits whose subjects have a term, rising. */
  listCommitsWith(term: string): readonly number[];
}

/** A term that is looked for in the subjects of commits. */
export interface SubjectTerm {
  readonly term: string;
  readonly weight: number;
}

/**
 * The field that each document has of the subjects of the commits that touched it, made ready for
 * scoring. It stands for one state of the index.
 *
 * The score of a document is BM25 over that field: each commit counts as one occurrence of each of its
 * terms, weighted by its age and by how many files it touched, and so do the lengths.
 */
export class SubjectField {
  readonly commits: number;
  readonly #index: SubjectIndex;
  /** What weights as seen from the epoch are multiplied by to be seen from the newest commit. */
  readonly #age: number;
  /** How many documents have such a field; N of the idf. */
  readonly #count: number;
  readonly #scale: FieldScale;
  /** Weighted occurrences of a term by file; of files that are documents, all 0 between two terms. */
  readonly #occurrences: Float64Array;
  /** Files that have any; those of the term that was gathered last. */
  readonly #found: Uint32Array;
  /** {@link SubjectField.#norm} by file; 0 where it was not needed yet. */
  readonly #norms: Float64Array;

  /** Takes over what an index has of commits; the methods must run where that may be used. */
  constructor(index: SubjectIndex) {
    const { commits, age, lengths, documents } = index;
    this.commits = commits;
    this.#index = index;
    this.#age = ageFactor(age);
    this.#occurrences = new Float64Array(lengths.length);
    this.#found = new Uint32Array(lengths.length);
    this.#norms = new Float64Array(lengths.length);
    const { count, sum } = sumLengths(lengths, documents);
    this.#count = count;
    this.#scale = fieldScale({ weight: 1, b: SUBJECT_BM25.b }, count === 0 ? 0 : sum / count);
  }

  /**
   * Returns the score of every document in whose field a term occurs.
   *
   * Its loops and that of {@link SubjectField.#gather} are most of the time of a process that answers one
   * question: they run before they are compiled, and have what they need in local variables.
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
        // saturate() of core, written out.
        scores[file]! += worth * (most * seen / (seen + (norms[file] || this.#norm(file))));
        occurrences[file] = 0;
      }
    }
    return this.#byDocument(scores);
  }

  /** Adds up the occurrences of a term by file; returns how many files that are documents have any. */
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
   * Returns what the occurrences in a file, as seen from the epoch, are half saturated at: `k1` for a
   * field of average length and commits as new as the newest.
   */
  #norm(file: number): number {
    const norm = SUBJECT_BM25.k1 /
      (fieldFactor(this.#scale, this.#index.lengths[file]!) * this.#age);
    this.#norms[file] = norm;
    return norm;
  }
}

/** Returns how many documents have a field, and the sum of the lengths of these. */
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
