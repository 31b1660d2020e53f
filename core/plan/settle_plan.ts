import type { TaskPlan } from "./plan_task.ts";

/** A plan with what became of it. */
export interface SettledPlan extends TaskPlan {
  /** Tokens of the documents shown. */
  readonly documentTokens: number;
  /** Tokens of the whole prompt. */
  readonly promptTokens: number;
  /** Share of the documents in the prompt, from 0 to 1; 0 for an empty prompt. */
  readonly docFraction: number;
}

/** Returns the plan with the share of the prompt that its documents took. */
export function settlePlan(
  plan: TaskPlan,
  spent: { readonly documentTokens: number; readonly promptTokens: number },
): SettledPlan {
  const { documentTokens, promptTokens } = spent;
  const docFraction = promptTokens === 0 ? 0 : documentTokens / promptTokens;
  return { ...plan, documentTokens, promptTokens, docFraction };
}
