/** Amount of possibly unneeded context that a reader accepts. */
export type Appetite = typeof APPETITES[number];

/** Names of appetites, from little to much. */
export const APPETITES = ["lean", "normal", "generous"] as const;

/** Appetite without a setting. */
export const DEFAULT_APPETITE: Appetite = "normal";

/**
 * Minimum probability of need of a candidate, by appetite. For 81 questions with a limit of 4,000
 * tokens, .01 shows .753 of the needed lines in 3,843 tokens, .06 .718 in 3,033, and .2 .582 in
 * 1,791; see `bench/delivery/RESULTS.md`. When .06 was chosen, .08 showed .68 in 2,690, and .11 .64
 * in 2,320.
 */
const THRESHOLDS: Readonly<Record<Appetite, number>> = { lean: 0.2, normal: 0.06, generous: 0.01 };

/** Limit in tokens for which the thresholds are fitted. */
const USUAL_LIMIT = 4000;

/**
 * While less than this share of the limit is used, candidates need only this share of the
 * threshold. Hardly anything is shown by then, and when no candidate is likely, one of the first
 * may be needed. When it was chosen, 113 issues of django with a limit of 4,000 tokens showed .677
 * of the changed hunks in 2,643 tokens with it, and .654 in 2,561 without; 81 questions showed .716
 * of their lines in 3,016 with it, and .716 in 2,992 without.
 */
export const EARLY_THRESHOLD = { limitShare: 1 / 4, thresholdShare: 1 / 3 };

/**
 * Returns the minimum probability of need of a candidate for a limit in tokens. A higher limit
 * requests proportionally more context. A low limit keeps the bundle short by itself, so half of
 * the threshold is enough.
 */
export function needThreshold(appetite: Appetite, limit: number): number {
  return THRESHOLDS[appetite] * Math.min(Math.max(0.5, limit / USUAL_LIMIT), USUAL_LIMIT / limit);
}

/**
 * Tokens that an agent spends to look for something that it was not shown: 1,150 per look, measured
 * over 24 tasks.
 */
const LOOK_TOKENS = 1000;

/**
 * Returns the probability of need above which showing something is worth its tokens, when it saves
 * a look if it is needed. Shown, it costs `tokens`. An omitted part costs its tokens and a further
 * look at the file, times the probability that it is needed. So showing pays when probability ·
 * (tokens + look) > tokens.
 *
 * It is used for names of locations, which cost 15 tokens. Passages use {@link needThreshold}, as
 * all their lines are needed. Measured with 213 questions with ten to twenty names, and bundles of
 * at most 4,000 tokens: with this rule passages would show .78 of the needed lines; with a
 * threshold independent of the cost, and equally many tokens, .80.
 */
export function savedLookThreshold(tokens: number): number {
  return tokens / (tokens + LOOK_TOKENS);
}
