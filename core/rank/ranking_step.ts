import type { EvidenceScores, FileEvidence, QueryTraits } from "./evidence.ts";

/**
 * One step of the ranking. Its record is all there is of it: whoever needs its name, its constant or
 * its evidence takes them from here, so that a step is changed or left out in one place.
 */
export interface RankingStep {
  /** Name for `--disable` and explanations. */
  readonly name: string;
  /** What it works on: a query's terms, a field of a chunk, a file's sum, its product, or its chunks. */
  readonly stage: "term" | "field" | "evidence" | "factor" | "chunk" | "part";
  /** What it reads, in a few words: the line in the tree of a score. */
  readonly reads: string;
  /** What it does and why, in one or two sentences. */
  readonly does: string;
  /** Its constant: a weight, an exponent or a factor. */
  readonly constant: number;
  /** Where the constant comes from. */
  readonly source: string;
  /** Whether it compares vectors. @default false */
  readonly readsVectors?: boolean;
  /** Whose words or meaning it reads: those of the question count less beside guessed names. @default neither's */
  readonly of?: "question" | "names";
}

/** A step that adds to a file's score. */
export interface EvidenceStep extends RankingStep {
  readonly stage: "evidence";
  /** Returns what {@link RankingStep.constant} is multiplied by, from 0 to 1. */
  readonly value: (file: FileEvidence, query: QueryTraits) => number;
  /** The scores that it takes shares of, for a step that does. */
  readonly scores?: keyof EvidenceScores;
  /** Names of a file's score and of what turns it into a share, for a step that explains both. */
  readonly share?: { readonly score: string; readonly unit: string };
}

/** A step that multiplies the score of the files it is about by a power of its constant. */
export interface FactorStep extends RankingStep {
  readonly stage: "factor";
  /** Returns the power: 0 for a file that the step is not about. */
  readonly power: (file: FileEvidence, query: QueryTraits) => number;
}
