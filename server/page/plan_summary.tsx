import { explainPlan, type SettledPlan } from "@dossier/core/plan";
import type { JSX } from "hono/jsx/jsx-runtime";
import { ExplanationTree } from "./explanation_tree.tsx";
import { formatCount, formatCounted, formatShare } from "./figures.ts";

/** How much is said of a task, and why so much. */
export function PlanSummary({ plan }: { readonly plan: SettledPlan }): JSX.Element {
  return (
    <section class="plan" aria-labelledby="plan">
      <h2 id="plan">
        Plan<span class="faint">complexity {plan.complexity.value.toFixed(2)} of 1</span>
      </h2>
      <p>
        {formatCounted(plan.documents, "document")} at most, in {formatShare(plan.docFractionLimit)}
        {" "}
        of the prompt: they took {formatCount(plan.documentTokens)} of{" "}
        {formatCounted(plan.promptTokens, "token")}, {formatShare(plan.docFraction)}.
      </p>
      <details>
        <summary>How the plan comes about</summary>
        {explainPlan(plan).map((tree) => <ExplanationTree explanation={tree} />)}
      </details>
    </section>
  );
}
