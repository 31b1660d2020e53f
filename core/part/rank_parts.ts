import { exp, log } from "../math/mod.ts";
import { explainProduct, explainSum, explainValue, type Explanation } from "../rank/explanation.ts";
import type { RankingStep } from "../rank/ranking_step.ts";
import { nthLargest } from "../rank/choose_pool.ts";
import { stepWeight } from "../rank/name_steps.ts";
import { effectiveNameTrust } from "../rank/name_trust.ts";
import type { Part } from "./cut_parts.ts";
import type { FileWithParts, PartQuery, PartWithEvidence } from "./part_evidence.ts";
import { NAMED_LINE_STEP, PART_STEPS, USED_STEP, USES_STEP } from "./part_steps.ts";

/** Part of a file with its score. */
export interface RankedPart {
  readonly file: FileWithParts;
  readonly part: Part;
  /** Sum of the values of the steps. */
  readonly score: number;
  /** Probability that the question needs it, from 0 to 1. */
  readonly needProbability: number;
  /** Explanation of the score, when requested. */
  readonly explanation?: Explanation;
}

/** Options of {@link rankParts}. */
export interface RankPartsOptions {
  readonly query: PartQuery;
  /** Names of disabled steps. */
  readonly disabled?: ReadonlySet<string>;
  /** True to explain scores. @default false */
  readonly explain?: boolean;
  /** Maximum number of parts to return. @default all */
  readonly limit?: number | undefined;
}

/** Unit of the distance of a score from the best one, with which the value of a neighbour falls. */
const NEIGHBOUR_SCALE = 2;

/**
 * Model of the probability that a part is needed: a logistic function of its score, of its distance
 * to the best score, and of the number of equally good parts (the logarithm of the sum of the
 * exponentials of their distances). Fitted to the same questions as the steps, so that the values
 * are probabilities: a tenth of the parts with .1 are needed.
 */
const NEED_MODEL = { bias: 0.49, score: 0.21, gap: -0.91, rivals: -1.45 };

/** The same for a question with guessed names, whose scores are higher and closer to each other. */
const NEED_MODEL_WITH_NAMES = { bias: -1.3, score: 0.3, gap: -0.69, rivals: -0.96 };

/** Returns the model for a trust in guessed names, between the models without and with names. */
function mixNeedModels(nameTrust: number): typeof NEED_MODEL {
  const mix = (key: keyof typeof NEED_MODEL) =>
    (1 - nameTrust) * NEED_MODEL[key] + nameTrust * NEED_MODEL_WITH_NAMES[key];
  return { bias: mix("bias"), score: mix("score"), gap: mix("gap"), rivals: mix("rivals") };
}

/**
 * Returns the best parts by their evidence, best first. The limit does not change the scores and
 * probabilities.
 */
export function rankParts(
  all: readonly PartWithEvidence[],
  { query, disabled = new Set(), explain = false, limit = all.length }: RankPartsOptions,
): readonly RankedPart[] {
  if (all.length === 0) return [];
  const nameTrust = effectiveNameTrust(query, { steps: PART_STEPS, disabled });
  const steps = PART_STEPS.filter(({ name }) => !disabled.has(name));
  const weights = steps.map((step) => stepWeight(step, { nameTrust }));
  const own = all.map(({ evidence }) => {
    let sum = 0;
    for (let i = 0; i < steps.length; i++) sum += weights[i]! * steps[i]!.value(evidence, query);
    return sum;
  });
  const highestOwn = own.reduce((best, score) => Math.max(best, score));
  const near = own.map((score) => exp((score - highestOwn) / NEIGHBOUR_SCALE));
  const usedBy: number[] = new Array(all.length).fill(0);
  const uses: number[] = all.map(({ uses }, i) => {
    let best = 0;
    for (const other of uses) {
      best = Math.max(best, near[other]!);
      usedBy[other] = Math.max(usedBy[other]!, near[i]!);
    }
    return best;
  });
  const weightOf = ({ name, constant }: typeof USES_STEP | typeof USED_STEP) =>
    disabled.has(name) ? 0 : constant;
  const scores = own.map((score, i) =>
    score + weightOf(USES_STEP) * uses[i]! + weightOf(USED_STEP) * usedBy[i]!
  );
  // A named part does not lower the probability that others are needed.
  const unnamed = scores.map((score, i) =>
    score - (steps.includes(NAMED_LINE_STEP) ? NAMED_LINE_STEP.constant * all[i]!.evidence.line : 0)
  );
  const highest = unnamed.reduce((best, score) => Math.max(best, score));
  const rivals = log(unnamed.reduce((sum, score) => sum + exp(score - highest), 0));
  const worth = mixNeedModels(nameTrust);
  const lowest = nthLargest(Float64Array.from(scores), Math.max(1, Math.min(limit, all.length)));
  return all.flatMap(({ file, part, evidence }, i): RankedPart[] => {
    const score = scores[i]!;
    if (score < lowest) return [];
    const odds = worth.bias + worth.score * score + worth.gap * (highest - score) +
      worth.rivals * rivals;
    return [{
      file,
      part,
      score,
      needProbability: 1 / (1 + exp(-odds)),
      ...(explain && {
        explanation: {
          ...explainSum(
            "score of the part",
            [
              ...steps.map(({ name, reads, value }, step) =>
                explainStep({ name, reads, constant: weights[step]! }, value(evidence, query))
              ),
              explainStep({ ...USES_STEP, constant: weightOf(USES_STEP) }, uses[i]!),
              explainStep({ ...USED_STEP, constant: weightOf(USED_STEP) }, usedBy[i]!),
            ].filter(({ value }) => value !== 0),
          ),
          value: score,
        },
      }),
    }];
  }).sort(compareParts).slice(0, limit);
}

function explainStep(
  { name, reads, constant }: Pick<RankingStep, "name" | "reads" | "constant">,
  value: number,
): Explanation {
  return explainProduct(name, [explainValue("weight", constant), explainValue(reads, value)]);
}

/** Orders parts, best first: by score, then by path in code units and by line. */
function compareParts(a: RankedPart, b: RankedPart): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.file.path !== b.file.path) return a.file.path < b.file.path ? -1 : 1;
  return a.part.startLine - b.part.startLine;
}
