import assert from "node:assert/strict";
import { DEFAULT_MEMORY_BUDGETS, findMemoryBudget } from "./work_budget.ts";

Deno.test("M-1: findMemoryBudget() has a budget for four kinds of work, and 500 for others", () => {
  const budgets = ["bug_fix", "feature", "refactor", "chore", "spike", "constructor"].map((type) =>
    findMemoryBudget(type, "acme")
  );
  assert.deepEqual(budgets, [750, 400, 600, 300, 500, 500]);
});

Deno.test("M-1: findMemoryBudget() prefers the budget of the organisation, and never uses that of another", () => {
  const budgets = {
    ...DEFAULT_MEMORY_BUDGETS,
    organizations: { acme: { bug_fix: 100, chore: 0 }, other: { feature: 1 } },
  };
  const found = ["bug_fix", "chore", "feature"].map((type) =>
    findMemoryBudget(type, "acme", budgets)
  );
  assert.deepEqual(found, [100, 0, 400]);
});
