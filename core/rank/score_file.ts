import { pow } from "../math/mod.ts";
import { explainProduct, explainSum, explainValue, type Explanation } from "./explanation.ts";
import type { QueryTraits } from "./analyzed_query.ts";
import { EVIDENCE_STEPS, FACTOR_STEPS, type FileEvidence, stepValue } from "./file_steps.ts";
import { stepWeight } from "./name_steps.ts";

/** Query and names of disabled steps. */
interface ScoreFileOptions {
  readonly query: QueryTraits;
  readonly disabled: ReadonlySet<string>;
}

/** Returns a file's score: the weighted sum of its evidence, times the factors that apply to it. */
export function scoreFile(file: FileEvidence, { query, disabled }: ScoreFileOptions): number {
  let score = 0;
  for (const step of EVIDENCE_STEPS) {
    if (disabled.has(step.name)) continue;
    score += stepWeight(step, query) * stepValue(step, file.shares[step.scores], query);
  }
  for (const { name, constant, power } of FACTOR_STEPS) {
    if (!disabled.has(name)) score *= pow(constant, power(file, query));
  }
  return score;
}

/**
 * Returns the explanation of the value of {@link scoreFile}.
 *
 * @param details Explanations of the values of steps, by the steps' names, as far as known.
 */
export function explainFile(
  file: FileEvidence,
  { query, disabled }: ScoreFileOptions,
  details: ReadonlyMap<string, Explanation> = new Map(),
): Explanation {
  const summands = EVIDENCE_STEPS.flatMap((step) => {
    const { name, reads } = step;
    const found = stepValue(step, file.shares[step.scores], query);
    if (disabled.has(name) || found === 0) return [];
    return [explainProduct(name, [
      explainValue("weight", stepWeight(step, query)),
      details.get(name) ?? explainValue(reads, found),
    ])];
  });
  const factors = FACTOR_STEPS
    .map(({ name, reads, constant, power }) =>
      explainValue(`${name}: ${reads}`, disabled.has(name) ? 1 : pow(constant, power(file, query)))
    )
    .filter(({ value }) => value !== 1);
  const sum = explainSum("evidence", summands);
  return factors.length === 0 ? sum : explainProduct("file", [sum, ...factors]);
}
