import { markdownTable } from "../markdown_table.ts";
import { crossValidate, HALVES } from "./cross_validate.ts";
import { halveResults } from "./halve_results.ts";
import type { SetsOptions } from "./quality_arguments.ts";
import { compareScores, renderThousandths, type ScoreComparison } from "./comparison.ts";
import { runSets, type SetScores } from "./run_sets.ts";
import type { Metric } from "./score_query.ts";

/** Gain of a ranking step on one set. */
export interface StepGain {
  readonly step: string;
  readonly set: string;
  /** Score with all steps minus the score without this one, on each half of the repositories. */
  readonly even: number;
  readonly odd: number;
  /** Mean gain over the halves when the step is used only if it gains on the other half. */
  readonly crossValidated: number;
  /** Comparison of the scores with all steps and without this one, over queries. */
  readonly byQuery: ScoreComparison;
}

/** Measures of the gains, with their titles. */
const MEASURES: readonly (readonly [Metric, string])[] = [
  ["ndcg10", "NDCG@10"],
  ["hit1", "hit@1"],
  ["hit5", "hit@5"],
];

/**
 * Runs sets with all steps and without each of them, and returns tables of the gain of each step.
 */
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
 * Returns the gain of each step on each set, in the order of the steps.
 *
 * @param results For each set the scores with all steps first, then those without each step, by the
 *   step's name.
 */
export function listGains(results: readonly SetScores[], metric: Metric): StepGain[] {
  const gains = halveResults(results, metric).flatMap(({ set, variants: [all, ...others] }) =>
    others.map((without): StepGain => {
      const { scores } = crossValidate([without, all!]);
      const gained = HALVES.map((half) => scores[half] - without[half]);
      return {
        step: without.variant.name,
        set,
        even: all!.even - without.even,
        odd: all!.odd - without.odd,
        crossValidated: (gained[0]! + gained[1]!) / HALVES.length,
        byQuery: compareScores(without.byQuery, all!.byQuery),
      };
    })
  );
  return [...Map.groupBy(gains, ({ step }) => step).values()].flat();
}

function renderGains(gains: readonly StepGain[]): string {
  return markdownTable(
    ["step", "set", "even half", "odd half", "cross-validated", "by query", "better", "worse"],
    gains.map(({ step, set, even, odd, crossValidated, byQuery }) => {
      const { difference, low, high, wins, losses } = byQuery;
      const [mean, ...bounds] = [difference, low, high].map(renderThousandths);
      return [
        step,
        set,
        ...[even, odd, crossValidated].map(renderThousandths),
        `${mean} [${bounds.join(", ")}]`,
        `${wins}`,
        `${losses}`,
      ];
    }),
  );
}
