import { log2 } from "@dossier/core/math";
import { INITIAL_WEIGHT } from "./observation.ts";

/** Something that may be given, with how well it answers and how useful it was so far. */
export interface FeedbackCandidate {
  /** What tells it from others. */
  readonly id: string;
  /** Higher is better. */
  readonly relevance: number;
  /** Learned usefulness. @default 1 */
  readonly weight?: number | undefined;
}

/** A candidate with its place with and without what was learned. */
export type FeedbackRanked<Candidate extends FeedbackCandidate> = Candidate & {
  /** Relevance times weight; the relevance alone where weights are switched off. */
  readonly weighted: number;
  /** 0-based place by relevance alone. */
  readonly plainRank: number;
  /** 0-based place by what is weighted. */
  readonly weightedRank: number;
};

/** Options of {@link rankByFeedback}. */
export interface FeedbackOptions {
  /** Whether what was learned counts. @default true */
  readonly isWeighted?: boolean;
}

/**
 * Returns candidates in order of relevance times learned weight, highest first; of equals the more relevant first, then
 * in the order given.
 */
export function rankByFeedback<Candidate extends FeedbackCandidate>(
  candidates: readonly Candidate[],
  { isWeighted = true }: FeedbackOptions = {},
): readonly FeedbackRanked<Candidate>[] {
  const plainRanks = new Map(
    candidates.toSorted((a, b) => b.relevance - a.relevance).map((each, rank) => [each, rank]),
  );
  return candidates
    .map((each) => ({
      ...each,
      weighted: each.relevance * (isWeighted ? each.weight ?? INITIAL_WEIGHT : 1),
      plainRank: plainRanks.get(each)!,
    }))
    .toSorted((a, b) => b.weighted - a.weighted || b.relevance - a.relevance)
    .map((each, weightedRank) => ({ ...each, weightedRank }));
}

/** What each doubling of the observations that say the same adds. Source: the seed's boost, off by default. */
const CORROBORATION = 0.1;

/**
 * Returns a score raised for `others` other observations that say nearly the same.
 *
 * @example
 * ```ts
 * import { corroborate } from "@dossier/memory/core";
 * import assert from "node:assert/strict";
 *
 * assert.equal(corroborate(1, 7), 1.3);
 * ```
 */
export function corroborate(score: number, others: number): number {
  return score + CORROBORATION * log2(1 + others);
}
