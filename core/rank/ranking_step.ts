import type { QueryTraits } from "./analyzed_query.ts";

/**
 * One step of the ranking. The record is the only definition of the step: its name, its constant
 * and its evidence are read from here, so that a step is changed or disabled in one place.
 */
export interface RankingStep {
  /** Name for `--disable` and explanations. */
  readonly name: string;
  /**
   * Value that the step applies to: the terms of a query, a field of a chunk, the sum, the product
   * or the chunks of a file, or a part.
   */
  readonly stage: "term" | "field" | "evidence" | "factor" | "chunk" | "part";
  /** Evidence that it reads, in a few words: its line in the tree of a score. */
  readonly reads: string;
  /** Effect and reason, in one or two sentences. */
  readonly does: string;
  /** Its constant: a weight, an exponent or a factor. */
  readonly constant: number;
  /** Source of the constant. */
  readonly source: string;
  /** True when it compares vectors. @default false */
  readonly readsVectors?: boolean;
  /**
   * Origin of the words or the meaning that it reads: a step of the question has a lower weight
   * beside guessed names.
   *
   * @default neither
   */
  readonly of?: "question" | "names";
}

/** Step that adds to a file's score. */
export interface EvidenceStep<Score extends string = string> extends RankingStep {
  readonly stage: "evidence";
  /**
   * Name of the scores that `gatherEvidence()` gathers for it. It uses the ratio of a file's score
   * to the best score.
   */
  readonly scores: Score;
  /** Returns the factor of {@link RankingStep.constant}, from 0 to 1. @default the share itself */
  readonly value?: (share: number, query: QueryTraits) => number;
  /**
   * Names of a file's score and of the factor that makes a share of it, for a step that explains
   * both.
   */
  readonly share?: { readonly score: string; readonly unit: string };
}
