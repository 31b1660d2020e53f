import assert from "node:assert/strict";
import { crossValidate, scoreHalves, splitRepositories } from "./cross_validate.ts";
import { scoreOf } from "./score_query.ts";

Deno.test("splitRepositories() alternates in the order of names", () => {
  const halves = splitRepositories(["c", "a", "b", "c", "d"]);
  assert.deepEqual([...halves], [["a", "even"], ["b", "odd"], ["c", "even"], ["d", "odd"]]);
});

Deno.test("scoreHalves() weights the repositories of a half equally", () => {
  const scored = [["a", 1], ["b", 0.5], ["c", 0], ["c", 0.5]] as const;
  const scores = scoreHalves(
    scored.map(([repo, value]) => ({
      repo,
      queryId: "",
      category: "",
      score: scoreOf(() => value),
    })),
    { halves: splitRepositories(["a", "b", "c"]), metric: "mrr" },
  );
  assert.deepEqual(scores, { even: 0.625, odd: 0.5 });
});

Deno.test("crossValidate() reports on one half the setting that is best on the other", () => {
  const without = { name: "without", even: 0.5, odd: 0.5 };
  const low = { name: "low", even: 0.6, odd: 0.4 };
  const high = { name: "high", even: 0.4, odd: 0.7 };
  const { scores, chosen } = crossValidate([without, low, high]);
  assert.deepEqual([chosen.even.name, chosen.odd.name], ["high", "low"]);
  assert.deepEqual(scores, { even: 0.4, odd: 0.4 });
  assert.deepEqual(crossValidate([without, { ...without, name: "same" }]).chosen.even, without);
});
