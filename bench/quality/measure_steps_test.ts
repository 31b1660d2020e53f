import assert from "node:assert/strict";
import { listGains } from "./measure_steps.ts";
import type { SetScores } from "./run_sets.ts";
import { scoreOf } from "./score_query.ts";

Deno.test("listGains() uses a step on a half only when it gains on the other", () => {
  const gains = listGains([
    scores("all", { a: 0.8, b: 0.5, c: 0.6 }),
    scores("path", { a: 0.6, b: 0.25, c: 0.6 }),
    scores("heading", { a: 0.9, b: 0.25, c: 0.6 }),
    scores("symbols", { a: 0.9, b: 0.75, c: 0.6 }),
  ], "ndcg10");
  assert.deepEqual(
    gains.map(({ step, even, odd, crossValidated }) => [
      step,
      ...[even, odd, crossValidated].map((value) => Number(value.toFixed(6))),
    ]),
    [
      ["path", 0.1, 0.25, 0.175],
      // It gains only on the odd half, so that it is used on the even half, where it loses.
      ["heading", -0.05, 0.25, -0.025],
      ["symbols", -0.05, -0.25, 0],
    ],
  );
  assert.deepEqual(
    gains.map(({ byQuery: { wins, losses, ties } }) => [wins, losses, ties]),
    [[2, 0, 1], [1, 1, 1], [0, 2, 1]],
  );
});

function scores(name: string, values: Readonly<Record<string, number>>): SetScores {
  return {
    set: "queries",
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
