import { log2 } from "@dossier/core/math";
import { INITIAL_WEIGHT } from "./observation.ts";

/** A candidate with its relevance and learned usefulness. */
export interface FeedbackCandidate {
  /** Id of the candidate. */
  readonly id: string;
  /** Higher is better. */
  readonly relevance: number;
  /** Learned usefulness. @default 1 */
  readonly weight?: number | undefined;
}

/** A candidate with its ranks with and without feedback. */
export type FeedbackRanked<Candidate extends FeedbackCandidate> = Candidate & {
  /** Relevance times weight; the relevance alone without weights. */
  readonly weighted: number;
  /** 0-based rank by relevance alone. */
  readonly plainRank: number;
  /** 0-based rank by the weighted relevance. */
  readonly weightedRank: number;
};

/** Options of {@link rankByFeedback}. */
export interface FeedbackOptions {
  /** If false, feedback is ignored. @default true */
  readonly isWeighted?: boolean;
}

/**
 * Returns candidates in order of relevance times learned weight, highest first; of equals the more
 * relevant first, then in the given order.
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

/**
 * Added for each doubling of the observations with the same claim. Source: the boost of the
 * original specification, off by default.
 */
const CORROBORATION = 0.1;

/**
 * Returns a score raised for `others` other observations with nearly the same claim.
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
