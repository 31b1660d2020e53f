import type { QueryTraits } from "./query_reading.ts";

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
export interface EvidenceStep<Score extends string = string> extends RankingStep {
  readonly stage: "evidence";
  /** The scores of which it takes a file's share of the best; `gatherEvidence()` gathers them. */
  readonly scores: Score;
  /** Returns what {@link RankingStep.constant} is multiplied by, from 0 to 1. @default the share itself */
  readonly value?: (share: number, query: QueryTraits) => number;
  /** Names of a file's score and of what turns it into a share, for a step that explains both. */
  readonly share?: { readonly score: string; readonly unit: string };
}
