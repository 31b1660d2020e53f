import { meanByRepository, type ScoredQuery } from "./score_summary.ts";
import type { Metric } from "./score_query.ts";

/** Half of the repositories: those at even and those at odd positions in the order of their names. */
export type Half = "even" | "odd";

/** The halves, in the order of the tables. */
export const HALVES: readonly Half[] = ["even", "odd"];

/** What one setting reaches on each half. */
export type HalfScores = Readonly<Record<Half, number>>;

/** Returns the half that each repository is in, by its position in the sorted list of their names. */
export function splitRepositories(names: Iterable<string>): ReadonlyMap<string, Half> {
  const sorted = [...new Set(names)].sort();
  return new Map(sorted.map((name, i) => [name, HALVES[i % 2]!]));
}

/** Returns the mean over repositories that scores reach on each half. */
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
 * Returns what is reached on each half by the setting that is best on the other half, the first one
 * of equals.
 *
 * @param settings What each setting reaches, at least one.
 */
export function crossValidate<Setting extends HalfScores>(
  settings: readonly Setting[],
): { readonly scores: HalfScores; readonly chosen: Readonly<Record<Half, Setting>> } {
  const bestOn = (half: Half) =>
    settings.reduce((best, setting) => setting[half] > best[half] ? setting : best);
  const chosen = { even: bestOn("odd"), odd: bestOn("even") };
  return { scores: { even: chosen.even.even, odd: chosen.odd.odd }, chosen };
}
