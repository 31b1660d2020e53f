import type { Issue } from "../issue/issue.ts";
import { explainValue, type Explanation } from "../rank/explanation.ts";
import {
  type ComplexityOptions,
  explainComplexity,
  measureComplexity,
  type TaskComplexity,
} from "./measure_complexity.ts";
import type { TaskSettings } from "./task_settings.ts";

/** Size of a task's bundle, decided before documents and code are chosen. */
export interface TaskPlan extends DocumentSlot {
  /** Complexity of the task. */
  readonly complexity: TaskComplexity;
  /** Number of documents that the issue links to. */
  readonly links: number;
  /** Maximum number of documents in the settings. */
  readonly maxDocuments: number;
  /** Maximum number of shown documents. */
  readonly documents: number;
}

/** Options of {@link planTask}. */
export interface PlanOptions extends ComplexityOptions {
  /** Settings with cap, limit and fractions. */
  readonly settings: TaskSettings;
  /** Number of existing documents that the issue links to. */
  readonly links: number;
  /** Tokens of everything but the documents. */
  readonly baseTokens: number;
}

/** Returns the size of the bundle of a task. */
export function planTask(
  issue: Issue,
  { settings, links, baseTokens, ...known }: PlanOptions,
): TaskPlan {
  const complexity = measureComplexity(issue, known);
  const maxDocuments = settings.maxContextDocs;
  const documents = chooseDocumentCount(complexity.value, { links, cap: maxDocuments });
  const slot = planSlot(complexity.value, { settings, baseTokens });
  return { complexity, links, maxDocuments, documents, ...slot };
}

/** Returns the numbers of a plan as trees: complexity, documents, slot. */
export function explainPlan(plan: TaskPlan): readonly Explanation[] {
  const { complexity, links, maxDocuments, documents, docFractionLimit, slotTokens } = plan;
  const { limitTokens, baseTokens, reserveTokens } = plan;
  const percent = Number((100 * docFractionLimit).toFixed(1));
  return [
    explainComplexity(complexity),
    explainValue(
      `documents at most: by complexity ${
        chooseDocumentCount(complexity.value, { links: 0, cap: Infinity })
      }, ${links} linked, cap ${maxDocuments}`,
      documents,
    ),
    explainValue(
      `tokens for documents: ${percent} % of ${limitTokens}, or what ${baseTokens} of other parts ` +
        `and a reserve of ${reserveTokens} leave`,
      slotTokens,
    ),
  ];
}

/** Number of documents of the most complex task. */
const FULL_COUNT = 5;

/** Number of places for linked documents, for any complexity. */
export const LINKED_FLOOR = 2;

/**
 * Returns the maximum number of documents of a task.
 *
 * @param complexity From 0 to 1: below .1 there are none, from .9 on there are five.
 * @param options.links Number of documents that the issue links to.
 * @param options.cap Maximum number of documents of a bundle, including linked ones.
 */
export function chooseDocumentCount(
  complexity: number,
  { links, cap }: { readonly links: number; readonly cap: number },
): number {
  const byComplexity = Math.floor(FULL_COUNT * complexity + 0.5);
  return Math.min(Math.max(byComplexity, Math.min(links, LINKED_FLOOR)), cap);
}

/** Part of a prompt that documents may use. */
export interface DocumentSlot {
  /** Maximum tokens of the whole prompt. */
  readonly limitTokens: number;
  /** Tokens of everything but the documents. */
  readonly baseTokens: number;
  /** Tokens kept free, as the count is an estimate. */
  readonly reserveTokens: number;
  /**
   * Share of the limit that documents may use, from 0 to 1; their share of a small prompt may be
   * larger.
   */
  readonly docFractionLimit: number;
  /** Tokens for documents, at least 0. */
  readonly slotTokens: number;
}

/** Share of the limit that is kept free. */
const RESERVE = 0.1;

/** Amount added before rounding, as products such as .29 × 100 are slightly below their value. */
const ROUNDING = 1e-9;

/**
 * Returns a share of some tokens, rounded down to a whole number.
 *
 * @param share From 0 to 1.
 */
export function floorShare(share: number, tokens: number): number {
  return Math.floor(share * tokens + ROUNDING);
}

/**
 * Returns the tokens for documents: a share that grows with the complexity, limited by the rest of
 * the prompt and the reserve.
 *
 * @param complexity From 0 to 1.
 */
export function planSlot(
  complexity: number,
  { settings, baseTokens }: {
    readonly settings: Pick<TaskSettings, "promptTokenLimit" | "docFractionMin" | "docFractionMax">;
    /** Tokens of everything but the documents. */
    readonly baseTokens: number;
  },
): DocumentSlot {
  const { promptTokenLimit: limitTokens, docFractionMin, docFractionMax } = settings;
  const docFractionLimit = docFractionMin + (docFractionMax - docFractionMin) * complexity;
  const reserveTokens = Math.ceil(RESERVE * limitTokens - ROUNDING);
  const share = floorShare(docFractionLimit, limitTokens);
  const slotTokens = Math.max(0, Math.min(share, limitTokens - baseTokens - reserveTokens));
  return { limitTokens, baseTokens, reserveTokens, docFractionLimit, slotTokens };
}

/** Plan with the spent tokens. */
export interface CompletedPlan extends TaskPlan {
  /** Tokens of the shown documents. */
  readonly documentTokens: number;
  /** Tokens of the whole prompt. */
  readonly promptTokens: number;
  /** Share of the documents in the prompt, from 0 to 1; 0 for an empty prompt. */
  readonly docFraction: number;
}

/** Returns the plan with the share of its documents in the prompt. */
export function completePlan(
  plan: TaskPlan,
  spent: { readonly documentTokens: number; readonly promptTokens: number },
): CompletedPlan {
  const { documentTokens, promptTokens } = spent;
  const docFraction = promptTokens === 0 ? 0 : documentTokens / promptTokens;
  return { ...plan, documentTokens, promptTokens, docFraction };
}
