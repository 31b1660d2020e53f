import type { RankingVariant } from "./answer_tree.ts";
import {
  type Half,
  type HalfScores,
  HALVES,
  scoreHalves,
  splitRepositories,
} from "./cross_validate.ts";
import type { SetScores } from "./run_sets.ts";
import type { Metric } from "./score_query.ts";

/** Scores of one way of ranking on a set. */
export interface VariantScores extends HalfScores {
  readonly variant: RankingVariant;
  /** Score of each query. */
  readonly byQuery: readonly number[];
}

/** Scores of several ways of ranking on a set, or on all sets together. */
export interface HalvedSet {
  readonly set: string;
  /** Ways of ranking, in the order of the runs. */
  readonly variants: readonly VariantScores[];
}

/** Name of the mean over all sets, with equal weights. */
const ALL_SETS = "together";

/**
 * Returns the scores of each way of ranking by one measure. The repositories of each set are split
 * into two halves. When there are several sets, the mean scores of all sets follow.
 */
export function halveResults(results: readonly SetScores[], metric: Metric): HalvedSet[] {
  const sets = [...Map.groupBy(results, ({ set }) => set)].map(([set, runs]): HalvedSet => {
    const halves = splitTrees(runs[0]!, results);
    const variants = runs.map(({ variant, scored }): VariantScores => ({
      variant,
      ...scoreHalves(scored, { halves, metric }),
      byQuery: scored.map(({ score }) => score[metric]),
    }));
    return { set, variants };
  });
  return sets.length < 2 ? sets : [...sets, { set: ALL_SETS, variants: joinSets(sets) }];
}

/** Two sets over the same trees are split in the same way, even if one lacks some repositories. */
function splitTrees(run: SetScores, results: readonly SetScores[]): ReadonlyMap<string, Half> {
  const names = ({ scored }: SetScores) => scored.map(({ repo }) => repo);
  const own = new Set(names(run));
  return splitRepositories(
    results.map(names).filter((others) => others.some((name) => own.has(name))).flat(),
  );
}

function joinSets(sets: readonly HalvedSet[]): VariantScores[] {
  return sets[0]!.variants.map(({ variant }, i) => {
    const scores = sets.map(({ variants }) => variants[i]!);
    const [even, odd] = HALVES.map((half) =>
      scores.reduce((sum, score) => sum + score[half], 0) / scores.length
    );
    return { variant, even: even!, odd: odd!, byQuery: scores.flatMap(({ byQuery }) => byQuery) };
  });
}
