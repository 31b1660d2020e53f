/** How much a reader wants that may not be needed. */
export type Appetite = typeof APPETITES[number];

/** The names of appetites, from little to much. */
export const APPETITES = ["lean", "normal", "generous"] as const;

/** What is meant when nothing is said. */
export const DEFAULT_APPETITE: Appetite = "normal";

/**
 * How likely a candidate must be needed, by appetite. Of 81 questions with a ceiling of 4,000 tokens, .01 gives
 * .753 of the lines that one has to read in 3,843 tokens, .06 .718 in 3,033, .2 .582 in 1,791; see
 * `bench/delivery/RESULTS.md`. When .06 was chosen, .08 gave .68 in 2,690, and .11 .64 in 2,320.
 */
const THRESHOLDS: Readonly<Record<Appetite, number>> = { lean: 0.2, normal: 0.06, generous: 0.01 };

/** The limit that the floors are for. */
const USUAL_LIMIT = 4000;

/**
 * Until this share of the limit is used, this share of the chance is enough: hardly anything is shown by then,
 * and where no candidate is likely one of the first may be the one. When it was chosen, 113 issues of django with a
 * limit of 4,000 tokens showed .677 of the changed hunks in 2,643 tokens with it, and .654 in 2,561 without; 81
 * questions .716 of their lines in 3,016, and .716 in 2,992.
 */
export const EARLY_THRESHOLD = { limitShare: 1 / 4, thresholdShare: 1 / 3 };

/**
 * Returns how likely a candidate must be needed to be shown within so many tokens. Who allows more tokens
 * wants more, in proportion; and a low limit keeps the bundle short by itself, so that half is enough.
 */
export function needThreshold(appetite: Appetite, limit: number): number {
  return THRESHOLDS[appetite] * Math.min(Math.max(0.5, limit / USUAL_LIMIT), USUAL_LIMIT / limit);
}

/** Tokens that an agent spends to look for something that it was not shown: 1,150 a look, measured over 24 tasks. */
const LOOK_TOKENS = 1000;

/**
 * Returns how likely something must be needed to be worth its cost, when it saves a look if it is needed: shown, it
 * costs `tokens`; left out, it costs as much and a look besides, times the chance that it is needed. So it pays
 * when chance · (tokens + look) > tokens.
 *
 * It decides about names of places, which cost 15 tokens. Passages go by {@link needThreshold}: they are needed for
 * all their lines. Of 213 questions with ten to twenty names, with the same tokens in bundles of at most 4,000, this
 * rule would show .78 of the needed lines, and a floor whatever the cost .80.
 */
export function savedLookThreshold(tokens: number): number {
  return tokens / (tokens + LOOK_TOKENS);
}
