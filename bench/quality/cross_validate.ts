import { meanByRepository, type ScoredQuery } from "./score_summary.ts";
import type { Metric } from "./score_query.ts";

/** Half of the repositories: those at even or at odd positions in the order of their names. */
export type Half = "even" | "odd";

/** The halves, in the order of the tables. */
export const HALVES: readonly Half[] = ["even", "odd"];

/** Score of one setting on each half. */
export type HalfScores = Readonly<Record<Half, number>>;

/** Returns the half of each repository, by its position in the sorted list of their names. */
export function splitRepositories(names: Iterable<string>): ReadonlyMap<string, Half> {
  const sorted = [...new Set(names)].sort();
  return new Map(sorted.map((name, i) => [name, HALVES[i % 2]!]));
}

/** Returns the mean score over repositories on each half. */
export function scoreHalves(
  scored: readonly ScoredQuery[],
  { halves, metric }: { readonly halves: ReadonlyMap<string, Half>; readonly metric: Metric },
): HalfScores {
  const [even, odd] = HALVES.map((half) =>
    meanByRepository(scored.filter(({ repo }) => halves.get(repo) === half))[metric]
  );
  return { even: even!, odd: odd! };
}

/**
 * Returns the score on each half of the setting that is best on the other half, the first one of
 * equals.
 *
 * @param settings Scores of each setting, at least one.
 */
export function crossValidate<Setting extends HalfScores>(
  settings: readonly Setting[],
): { readonly scores: HalfScores; readonly chosen: Readonly<Record<Half, Setting>> } {
  const bestOn = (half: Half) =>
    settings.reduce((best, setting) => setting[half] > best[half] ? setting : best);
  const chosen = { even: bestOn("odd"), odd: bestOn("even") };
  return { scores: { even: chosen.even.even, odd: chosen.odd.odd }, chosen };
}
