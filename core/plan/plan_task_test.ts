import assert from "node:assert/strict";
import { renderExplanation, verifyExplanation } from "../rank/explanation.ts";
import { explainPlan, planTask } from "./plan_task.ts";
import { settlePlan } from "./settle_plan.ts";
import { DEFAULT_TASK_SETTINGS } from "./task_settings.ts";

const TYPO = { id: "1", title: "Fix typo in src/a.ts", description: "", labels: [] };

Deno.test("N-1 planTask() gives a typo no document, and with one link one", () => {
  const counts = [0, 1].map((links) =>
    planTask(TYPO, { settings: DEFAULT_TASK_SETTINGS, links, baseTokens: 500 }).documents
  );
  assert.deepEqual(counts, [0, 1]);
});

Deno.test("N-2 planTask() obeys max_context_docs", () => {
  const wide = {
    id: "2",
    title: "Refactor the protocol across all",
    description: "word ".repeat(480),
    labels: [],
    manifest: {
      primary: ["a/1.ts", "a/2.ts", "b/3.ts", "b/4.ts", "c/5.ts", "c/6.ts", "d/7.ts", "e/8.ts"],
      read: [],
      forbidden: [],
      version: 1,
    },
  };
  const counts = [5, 3, 0].map((maxContextDocs) =>
    planTask(wide, {
      settings: { ...DEFAULT_TASK_SETTINGS, maxContextDocs },
      links: 1,
      baseTokens: 0,
    }).documents
  );
  assert.deepEqual(counts, [5, 3, 0]);
});

Deno.test("settlePlan() adds the share of the documents, 0 of an empty prompt", () => {
  const plan = planTask(TYPO, { settings: DEFAULT_TASK_SETTINGS, links: 0, baseTokens: 0 });
  const settled = settlePlan(plan, { documentTokens: 300, promptTokens: 1200 });
  assert.equal(settled.docFraction, 0.25);
  assert.equal(settled.complexity, plan.complexity);
  assert.equal(settlePlan(plan, { documentTokens: 0, promptTokens: 0 }).docFraction, 0);
});

Deno.test("explainPlan() tells complexity, documents and slot, and TaskPlan is plain JSON", () => {
  const plan = planTask(TYPO, { settings: DEFAULT_TASK_SETTINGS, links: 1, baseTokens: 500 });
  const explanations = explainPlan(plan);
  assert.ok(explanations.every(verifyExplanation));
  const [, documents = "", slot = ""] = explanations.map(renderExplanation);
  assert.equal(documents, "1 documents at most: by complexity 0, 1 linked, cap 5");
  assert.equal(
    slot,
    "7305 tokens for documents: 30.4 % of 24000, or what 500 of other parts and a reserve of 2400 leave",
  );
  assert.deepEqual(JSON.parse(JSON.stringify(plan)), plan);
});
