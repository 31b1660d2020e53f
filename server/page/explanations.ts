import { RANKING } from "@dossier/core/part";
import type { Explanation } from "@dossier/core/rank";

/** One named number of a score, such as a step of the ranking. */
export interface ScorePart {
  readonly label: string;
  /** Value, below 0 when it reduces the score. */
  readonly value: number;
}

/** Score as a flat sum. */
interface SplitScore {
  /** Parts that add up to the score, in the order of the explanation. */
  readonly parts: readonly ScorePart[];
  /** Factors, by which the parts are already multiplied. */
  readonly factors: readonly ScorePart[];
}

/** Names of the steps of the ranking. */
export const STEP_NAMES: ReadonlySet<string> = new Set(RANKING.map(({ name }) => name));

/**
 * Returns a score as a flat sum of the steps of the ranking. A factor of a sum becomes a factor of
 * all its parts, so that they always add up to the score: `(words + names) × .4` is `words × .4 +
 * names × .4`. If the tree names no step, the parts are those of its first sum.
 *
 * @example
 * ```ts
 * import { splitScore } from "./explanations.ts";
 * import { explainProduct, explainSum, explainValue } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const sum = explainSum("evidence", [explainValue("text", 2), explainValue("name", 1)]);
 * const { parts, factors } = splitScore(explainProduct("score", [sum, explainValue("aside", .5)]));
 * assert.deepEqual(parts, [{ label: "text", value: 1 }, { label: "name", value: .5 }]);
 * assert.deepEqual(factors, [{ label: "aside", value: .5 }]);
 * ```
 */
export function splitScore(explanation: Explanation): SplitScore {
  const { description, value, operation, details = [] } = explanation;
  const unsplit = { parts: [{ label: description, value }], factors: [] };
  if (details.length === 0 || STEP_NAMES.has(description)) return unsplit;
  if (operation === "sum") {
    return {
      parts: details.flatMap((detail) =>
        hasStep(detail) ? splitScore(detail).parts : asPart(detail)
      ),
      factors: details.flatMap((detail) => hasStep(detail) ? splitScore(detail).factors : []),
    };
  }
  const split = details.find(hasStep) ?? details.find(isSum);
  if (split === undefined) return unsplit;
  const others = details.filter((detail) => detail !== split);
  const factor = others.reduce((product, detail) => product * detail.value, 1);
  const { parts, factors } = splitScore(split);
  return {
    parts: parts.map((part) => ({ ...part, value: part.value * factor })),
    factors: [
      ...factors,
      ...others.map((other) => ({ label: other.description, value: other.value })),
    ],
  };
}

function asPart({ description, value }: Explanation): ScorePart[] {
  return [{ label: description, value }];
}

function hasStep(explanation: Explanation): boolean {
  return STEP_NAMES.has(explanation.description) || (explanation.details ?? []).some(hasStep);
}

function isSum({ operation, details = [] }: Explanation): boolean {
  return operation === "sum" && details.length > 1;
}
