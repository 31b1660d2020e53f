import assert from "node:assert/strict";
import { listGains } from "./measure_steps.ts";
import type { SetScores } from "./run_sets.ts";
import { scoreOf } from "./score_query.ts";

Deno.test("listGains() counts a step on a half only where it gains on the other", () => {
  const gains = listGains([
    scores("queries", "all", { a: 0.8, b: 0.5, c: 0.6 }),
    scores("queries", "path", { a: 0.6, b: 0.25, c: 0.6 }),
    scores("queries", "heading", { a: 0.9, b: 0.25, c: 0.6 }),
    scores("queries", "symbols", { a: 0.9, b: 0.75, c: 0.6 }),
    scores("commits", "all", { b: 0.5, c: 0.5 }),
    scores("commits", "path", { b: 0.25, c: 0.5 }),
  ], "ndcg10");
  assert.deepEqual(
    gains.map(({ step, set, even, odd, crossValidated }) => [
      step,
      set,
      ...[even, odd, crossValidated].map((value) => Number(value.toFixed(6))),
    ]),
    [
      // Gains on the odd half only, so that it is used on the even half, where it loses.
      ["heading", "queries", -0.05, 0.25, -0.025],
      ["path", "queries", 0.1, 0.25, 0.175],
      // The repositories are split as in the other set: b is odd though it is the first one here.
      ["path", "commits", 0, 0.25, 0],
      ["symbols", "queries", -0.05, -0.25, 0],
    ],
  );
});

function scores(
  set: SetScores["set"],
  name: string,
  values: Readonly<Record<string, number>>,
): SetScores {
  return {
    set,
    variant: { name, disabled: [] },
    scored: Object.entries(values).map(([repo, value]) => ({
      repo,
      queryId: repo,
      category: "",
      score: scoreOf(() => value),
      lines: undefined,
    })),
  };
}
