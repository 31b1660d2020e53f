import assert from "node:assert/strict";
import { halveResults } from "./halve_results.ts";
import type { SetScores } from "./run_sets.ts";
import { scoreOf } from "./score_query.ts";

Deno.test("halveResults() splits sets over the same trees in the same way and adds all sets at the end", () => {
  const halved = halveResults([
    scores("queries", { a: 0.8, b: 0.5, c: 0.6 }),
    scores("commits", { b: 0.25, c: 0.5 }),
    scores("tasks", { x: 1, y: 0 }),
  ], "ndcg10");
  assert.deepEqual(
    halved.map(({ set, variants }) => [
      set,
      ...variants.map(({ even, odd }) => [even, odd].map((value) => Number(value.toFixed(6)))),
    ]),
    [
      ["queries", [0.7, 0.5]],
      // Here b comes first but is odd all the same.
      ["commits", [0.5, 0.25]],
      ["tasks", [1, 0]],
      ["together", [0.733333, 0.25]],
    ],
  );
  assert.deepEqual(halved.at(-1)?.variants[0]?.byQuery, [0.8, 0.5, 0.6, 0.25, 0.5, 1, 0]);
});

Deno.test("halveResults() adds nothing to a single set", () => {
  assert.equal(halveResults([scores("tasks", { x: 1 })], "ndcg10").length, 1);
});

function scores(set: SetScores["set"], values: Readonly<Record<string, number>>): SetScores {
  return {
    set,
    variant: { name: "all", disabled: [] },
    scored: Object.entries(values).map(([repo, value]) => ({
      repo,
      queryId: repo,
      category: "",
      score: scoreOf(() => value),
      lines: undefined,
    })),
  };
}
