import type { AnalyzedQuery } from "./analyzed_query.ts";
import type { RankingStep } from "./ranking_step.ts";

/**
 * Minimum share of guessed names that the tree must have for the names to have full weight. Of ten
 * names guessed for a tree, it has three to ten, mostly seven or eight. Of ten names guessed for
 * another tree, it has at most three.
 */
const TRUSTED_SHARE = 0.5;

/**
 * Returns the weight of guessed names, from 0 to 1: full when the tree has half of them, and
 * proportional when it has fewer. A right guess is seldom the only one. The words in names that the
 * tree does not have match arbitrary files.
 *
 * @param matched Number of names that the tree has.
 */
export function nameTrustFromMatches(matched: number, all: number): number {
  return all === 0 ? 0 : Math.min(1, matched / all / TRUSTED_SHARE);
}

/**
 * Returns the weight of guessed names of a query in some steps: 0 when all steps for names are
 * disabled.
 */
export function effectiveNameTrust(
  { nameTerms, nameTrust = 1 }: Pick<AnalyzedQuery, "nameTerms" | "nameTrust">,
  { steps, disabled }: {
    readonly steps: readonly Pick<RankingStep, "name" | "of">[];
    readonly disabled: ReadonlySet<string>;
  },
): number {
  const isOff = steps.every(({ name, of }) => of !== "names" || disabled.has(name));
  return nameTerms === undefined || isOff ? 0 : nameTrust;
}
