import assert from "node:assert/strict";
import { renderExplanation, verifyExplanation } from "../rank/explanation.ts";
import { chooseDocumentCount, completePlan, explainPlan, planSlot, planTask } from "./plan_task.ts";
import { DEFAULT_TASK_SETTINGS } from "./task_settings.ts";

const TYPO = { id: "1", title: "Fix typo in src/a.ts", description: "", labels: [] };

Deno.test("N-1 planTask() plans no document for a typo, and one with one link", () => {
  const counts = [0, 1].map((links) =>
    planTask(TYPO, { settings: DEFAULT_TASK_SETTINGS, links, baseTokens: 500 }).documents
  );
  assert.deepEqual(counts, [0, 1]);
});

Deno.test("N-2 planTask() applies max_context_docs", () => {
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

Deno.test("completePlan() adds the share of the documents, 0 for an empty prompt", () => {
  const plan = planTask(TYPO, { settings: DEFAULT_TASK_SETTINGS, links: 0, baseTokens: 0 });
  const settled = completePlan(plan, { documentTokens: 300, promptTokens: 1200 });
  assert.equal(settled.docFraction, 0.25);
  assert.equal(settled.complexity, plan.complexity);
  assert.equal(completePlan(plan, { documentTokens: 0, promptTokens: 0 }).docFraction, 0);
});

Deno.test("explainPlan() explains complexity, documents and slot, and TaskPlan is plain JSON", () => {
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

Deno.test("chooseDocumentCount() rounds half up: .1, .3, .5, .7 and .9 are the steps", () => {
  const counts = [0, 0.099, 0.1, 0.299, 0.3, 0.499, 0.5, 0.699, 0.7, 0.899, 0.9, 1]
    .map((complexity) => chooseDocumentCount(complexity, { links: 0, cap: 5 }));
  assert.deepEqual(counts, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
});

Deno.test("N-1 chooseDocumentCount() allows up to two linked documents for a simple task", () => {
  const counts = [0, 1, 2, 7].map((links) => chooseDocumentCount(0.05, { links, cap: 5 }));
  assert.deepEqual(counts, [0, 1, 2, 2]);
});

Deno.test("N-2 chooseDocumentCount() never exceeds the cap, also with links", () => {
  const counts = [5, 3, 1, 0].map((cap) => chooseDocumentCount(1, { links: 4, cap }));
  assert.deepEqual(counts, [5, 3, 1, 0]);
});

function slotOf(complexity: number, baseTokens: number): number {
  return planSlot(complexity, { settings: DEFAULT_TASK_SETTINGS, baseTokens }).slotTokens;
}

Deno.test("N-3 planSlot() grows from 7200 to 9600 of 24000 tokens with the complexity", () => {
  assert.deepEqual([0, 0.5, 1].map((complexity) => slotOf(complexity, 0)), [7200, 8400, 9600]);
});

Deno.test("N-3 planSlot() is limited by the other parts and a reserve of a tenth, and at least 0", () => {
  assert.deepEqual([14_400, 14_401, 20_000].map((base) => slotOf(0, base)), [7200, 7199, 1600]);
  assert.deepEqual([21_600, 24_000, 30_000].map((base) => slotOf(1, base)), [0, 0, 0]);
});

Deno.test("planSlot() keeps whole numbers, and rounds others down", () => {
  const settings = { promptTokenLimit: 100, docFractionMin: 0.29, docFractionMax: 0.58 };
  const slots = [0, 1].map((complexity) => planSlot(complexity, { settings, baseTokens: 0 }));
  assert.deepEqual(slots.map(({ slotTokens }) => slotTokens), [29, 58]);
  const odd = { ...settings, promptTokenLimit: 101 };
  const { slotTokens, reserveTokens } = planSlot(0, { settings: odd, baseTokens: 0 });
  assert.deepEqual([slotTokens, reserveTokens], [29, 11]);
});
