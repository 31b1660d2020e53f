import {
  ageFactor,
  explainProduct,
  explainSum,
  explainValue,
  type Explanation,
  fieldFactor,
  type FieldScale,
  fieldScale,
  inverseDocumentFrequency,
  saturate,
  SUBJECT_BM25,
} from "@dossier/core/rank";
import { findHistoryState, HISTORY_EPOCH_S, readHistoryColumn } from "../store/history.ts";
import { listCommitsWith } from "../store/history_postings.ts";
import type { Store } from "../store/open_store.ts";

/** A term that is looked for in the subjects of commits. */
export interface SubjectTerm {
  /** The index term. */
  readonly term: string;
  /** How much it counts in the query. */
  readonly weight: number;
}

/** The constants of BM25 over subjects. */
export interface SubjectParameters {
  /** How slowly further commits lose their worth. */
  readonly k1: number;
  /** How much the length of a file's field counts, from 0 (not at all) to 1 (in full). */
  readonly b: number;
}

/** How the history answers a query. */
export interface SubjectScores {
  /** Score above 0 by row number of the document; others have none. */
  readonly scores: ReadonlyMap<number, number>;
  /** How many commits were read: `historyWeight` says what they deserve. */
  readonly commits: number;
}

/**
 * The field that each document has of the subjects of the commits that touched it, made ready for
 * scoring. It stands for one state of the index.
 *
 * The score of a document is BM25 over that field: each commit counts as one occurrence of each of its
 * terms, weighted by its age and by how many files it touched, and so do the lengths.
 */
export class SubjectField {
  /** How many commits were read. */
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
  readonly #k1: number;
  readonly #scale: FieldScale;
  /** Weighted occurrences of a term by file, all 0 between two terms. */
  readonly #occurrences: Float64Array;

  /** Reads the history in the caller's transaction; the methods must run in one of the same state. */
  constructor(store: Store, { k1, b }: SubjectParameters = SUBJECT_BM25) {
    const state = findHistoryState(store);
    this.commits = state?.commits ?? 0;
    this.#store = store;
    this.#weights = readHistoryColumn(store, "weights");
    this.#starts = readHistoryColumn(store, "starts");
    this.#touched = readHistoryColumn(store, "touched");
    this.#lengths = readHistoryColumn(store, "lengths");
    this.#documents = readHistoryColumn(store, "documents");
    this.#age = ageFactor((state?.newest ?? HISTORY_EPOCH_S) - HISTORY_EPOCH_S);
    this.#occurrences = new Float64Array(this.#lengths.length);
    let count = 0;
    let sum = 0;
    for (let file = 0; file < this.#documents.length; file++) {
      if (this.#documents[file] === 0 || this.#lengths[file] === 0) continue;
      count++;
      sum += this.#lengths[file]!;
    }
    this.#count = count;
    this.#k1 = k1;
    this.#scale = fieldScale({ weight: 1, b }, count === 0 ? 0 : sum / count);
  }

  /** Returns the score of every document in whose field a term occurs. */
  score(terms: readonly SubjectTerm[]): Map<number, number> {
    const scores = new Map<number, number>();
    for (const { term, weight } of terms) {
      const files = this.#gather(term);
      const worth = weight * inverseDocumentFrequency(files.length, this.#count);
      for (const file of files) {
        const document = this.#documents[file]!;
        const score = worth * saturate(this.#frequency(file), this.#k1);
        scores.set(document, (scores.get(document) ?? 0) + score);
      }
      this.#forget(files);
    }
    return scores;
  }

  /** Returns for each of `wanted`, row numbers, the tree that adds up to what {@link score} gives it. */
  explain(terms: readonly SubjectTerm[], wanted: Iterable<number>): Map<number, Explanation> {
    const parts = new Map<number, Explanation[]>();
    for (const document of wanted) parts.set(document, []);
    for (const { term, weight } of terms) {
      const files = this.#gather(term);
      const rarity = inverseDocumentFrequency(files.length, this.#count);
      for (const file of files) {
        parts.get(this.#documents[file]!)?.push(explainProduct(`term "${term}"`, [
          explainValue("weight in the query", weight),
          explainValue(`idf: in ${files.length} of ${this.#count} files with commits`, rarity),
          explainValue(
            "frequency: in subjects of its commits, by age and number of files",
            saturate(this.#frequency(file), this.#k1),
          ),
        ]));
      }
      this.#forget(files);
    }
    return new Map(
      [...parts].map(([document, details]) => [document, explainSum("commit subjects", details)]),
    );
  }

  /** Adds up the occurrences of a term; returns the files that are documents and have any. */
  #gather(term: string): number[] {
    const files: number[] = [];
    const occurrences = this.#occurrences;
    for (const commit of listCommitsWith(this.#store, term)) {
      const weight = this.#weights[commit]!;
      const end = this.#starts[commit + 1] ?? this.#touched.length;
      for (let i = this.#starts[commit]!; i < end; i++) {
        const file = this.#touched[i]!;
        if (this.#documents[file] === 0) continue;
        if (occurrences[file] === 0) files.push(file);
        occurrences[file]! += weight;
      }
    }
    return files;
  }

  #forget(files: readonly number[]): void {
    for (const file of files) this.#occurrences[file] = 0;
  }

  /** Returns the gathered occurrences in a file, seen from the newest commit and by its length. */
  #frequency(file: number): number {
    // Weights and lengths are both seen from the epoch, so that only one of them has to be brought here.
    return this.#occurrences[file]! * this.#age * fieldFactor(this.#scale, this.#lengths[file]!);
  }
}

/**
 * Returns how the subjects of commits answer a query, with the documents that the index holds; no
 * scores where there is no history.
 *
 * @param terms Distinct terms.
 */
export function scoreSubjects(store: Store, terms: readonly SubjectTerm[]): SubjectScores {
  const field = new SubjectField(store);
  return { scores: field.score(terms), commits: field.commits };
}
