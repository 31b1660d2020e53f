import type { Issue } from "../issue/issue.ts";
import { explainValue, type Explanation } from "../rank/explanation.ts";
import { chooseDocumentCount } from "./choose_document_count.ts";
import {
  type ComplexityOptions,
  explainComplexity,
  measureComplexity,
  type TaskComplexity,
} from "./measure_complexity.ts";
import { type DocumentSlot, planSlot } from "./plan_slot.ts";
import type { TaskSettings } from "./task_settings.ts";

/** How much a task's bundle may say, decided before documents and code are chosen. */
export interface TaskPlan extends DocumentSlot {
  /** How complex the task is, and why. */
  readonly complexity: TaskComplexity;
  /** Documents that the issue links to. */
  readonly links: number;
  /** Most documents by the settings. */
  readonly maxDocuments: number;
  /** Documents that are shown at most: K. */
  readonly documents: number;
}

/** What {@link planTask} needs next to the issue. */
export interface PlanOptions extends ComplexityOptions {
  /** Cap, limit and fractions. */
  readonly settings: TaskSettings;
  /** Documents that the issue links to and that exist. */
  readonly links: number;
  /** Tokens of all that is not a document. */
  readonly baseTokens: number;
}

/**
 * Returns how much the bundle of a task may say.
 *
 * @example A small task has no need of documents
 * ```ts
 * import { DEFAULT_TASK_SETTINGS, planTask } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const issue = { id: "7", title: "Fix typo in src/cli.ts", description: "", labels: [] };
 * const plan = planTask(issue, { settings: DEFAULT_TASK_SETTINGS, links: 0, baseTokens: 900 });
 * assert.equal(plan.documents, 0);
 * assert.equal(plan.slotTokens, 7305);
 * ```
 */
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

/** Returns the trees that say where the numbers of a plan come from: complexity, documents, slot. */
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
