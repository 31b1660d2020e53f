import {
  ageFactor,
  fieldFactor,
  type FieldScale,
  fieldScale,
  inverseDocumentFrequency,
  SUBJECT_BM25,
} from "@dossier/core/rank";
import {
  COMMIT_EPOCH_S,
  findCommitsState,
  listCommitsWith,
  readCommitColumn,
} from "../store/commits.ts";
import type { Store } from "../store/open_store.ts";

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
  readonly #store: Store;
  readonly #weights: Float32Array;
  readonly #starts: Uint32Array;
  readonly #touched: Uint32Array;
  readonly #lengths: Float64Array;
  readonly #documents: Uint32Array;
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

  /** Reads the commits in the caller's transaction; the methods must run in one of the same state. */
  constructor(store: Store) {
    const state = findCommitsState(store);
    this.commits = state?.commits ?? 0;
    this.#store = store;
    this.#weights = readCommitColumn(store, "weights");
    this.#starts = readCommitColumn(store, "starts");
    this.#touched = readCommitColumn(store, "touched");
    this.#lengths = readCommitColumn(store, "lengths");
    this.#documents = readCommitColumn(store, "documents");
    this.#age = ageFactor((state?.newest ?? COMMIT_EPOCH_S) - COMMIT_EPOCH_S);
    this.#occurrences = new Float64Array(this.#lengths.length);
    this.#found = new Uint32Array(this.#lengths.length);
    this.#norms = new Float64Array(this.#lengths.length);
    const { count, sum } = sumLengths(this.#lengths, this.#documents);
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
    const weights = this.#weights;
    const starts = this.#starts;
    const touched = this.#touched;
    const documents = this.#documents;
    const occurrences = this.#occurrences;
    const found = this.#found;
    let count = 0;
    for (const commit of listCommitsWith(this.#store, term)) {
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
    const documents = this.#documents;
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
    const norm = SUBJECT_BM25.k1 / (fieldFactor(this.#scale, this.#lengths[file]!) * this.#age);
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
