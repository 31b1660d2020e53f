import { markdownTable } from "../markdown_table.ts";
import { crossValidate, HALVES, scoreHalves, splitRepositories } from "./cross_validate.ts";
import type { SetsOptions } from "./quality_arguments.ts";
import { renderDifference } from "./render_comparison.ts";
import { runSets, type SetScores } from "./run_sets.ts";
import { compareScores } from "./score_comparison.ts";
import type { Metric } from "./score_query.ts";

/** A ranking step on one set. */
export interface StepGain {
  readonly step: string;
  readonly set: string;
  /** The score with all steps minus the score without this one, on each half of the repositories. */
  readonly even: number;
  readonly odd: number;
  /** Mean over the halves of what is gained by using the step only if it gains on the other half. */
  readonly crossValidated: number;
  /** Mean difference over queries, the bounds of 95 of 100 resamplings, queries better and worse. */
  readonly byQuery: string;
}

/** Measures that the gains are told in, with their titles. */
const MEASURES: readonly (readonly [Metric, string])[] = [
  ["ndcg10", "NDCG@10"],
  ["hit1", "hit@1"],
  ["hit5", "hit@5"],
];

/** Runs sets with all steps and without each of them, and returns tables of what each step gains. */
export async function measureSteps(
  options: SetsOptions,
  steps: readonly string[],
): Promise<string> {
  const { disabled } = options;
  const used = steps.filter((step) => !disabled.includes(step));
  const results = await runSets({ ...options, out: undefined }, [
    { name: "all", disabled },
    ...used.map((step) => ({ name: step, disabled: [...disabled, step] })),
  ]);
  return MEASURES.map(([metric, title]) =>
    `What each ranking step gains in ${title}, in thousandths\n\n` +
    renderGains(listGains(results, metric))
  ).join("\n");
}

/**
 * Returns what each step gains on each set.
 *
 * @param results For each set the scores with all steps first, then those without each step, by the
 * step's name.
 */
export function listGains(results: readonly SetScores[], metric: Metric): StepGain[] {
  const bySet = [...Map.groupBy(results, ({ set }) => set)];
  const gains = bySet.flatMap(([set, [all, ...others]]) => {
    const sharing = results.filter((other) => sharesTrees(all!, other));
    const halves = splitRepositories(
      sharing.flatMap(({ scored }) => scored.map(({ repo }) => repo)),
    );
    const base = scoreHalves(all!.scored, { halves, metric });
    return others.map(({ variant, scored }): StepGain => {
      const without = scoreHalves(scored, { halves, metric });
      const { scores } = crossValidate([without, base]);
      const crossValidated = HALVES.map((half) => scores[half] - without[half]);
      const comparison = compareScores(
        scored.map(({ score }) => score[metric]),
        all!.scored.map(({ score }) => score[metric]),
      );
      const [mean, low, high] = [comparison.difference, comparison.low, comparison.high]
        .map(renderThousandths);
      return {
        step: variant.name,
        set,
        even: base.even - without.even,
        odd: base.odd - without.odd,
        crossValidated: (crossValidated[0]! + crossValidated[1]!) / HALVES.length,
        byQuery: `${mean} [${low}, ${high}], ${comparison.wins}:${comparison.losses}`,
      };
    });
  });
  return gains.sort((a, b) => a.step < b.step ? -1 : a.step > b.step ? 1 : 0);
}

/** Two sets over the same trees are split alike, though one may lack some repositories. */
function sharesTrees(one: SetScores, other: SetScores): boolean {
  const names = new Set(one.scored.map(({ repo }) => repo));
  return other.scored.some(({ repo }) => names.has(repo));
}

function renderGains(gains: readonly StepGain[]): string {
  return markdownTable(
    ["step", "set", "even half", "odd half", "cross-validated", "by query, better:worse"],
    gains.map(({ step, set, even, odd, crossValidated, byQuery }) => [
      step,
      set,
      ...[even, odd, crossValidated].map(renderThousandths),
      byQuery,
    ]),
  );
}

function renderThousandths(value: number): string {
  return renderDifference(value * 1000, 1);
}
