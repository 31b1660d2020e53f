import assert from "node:assert/strict";
import { meanOf, recallAt, reciprocalRank } from "./rank_quality.ts";

const RANKED = ["a", "a", "b", "c", "d"];

Deno.test("N-24 recallAt() counts different files of the first K", () => {
  const relevant = new Set(["b", "d", "z"]);
  const recalls = [0, 1, 2, 4, 9].map((k) => recallAt(RANKED, { relevant, k }));
  assert.deepEqual(recalls, [0, 0, 1 / 3, 2 / 3, 2 / 3]);
  assert.equal(recallAt(RANKED, { relevant: new Set(), k: 5 }), undefined);
});

Deno.test("N-24 reciprocalRank() looks for the first relevant file among different ones", () => {
  assert.equal(reciprocalRank(RANKED, new Set(["c", "d"])), 1 / 3);
  assert.equal(reciprocalRank(RANKED, new Set(["z"])), 0);
  assert.equal(reciprocalRank(RANKED, new Set()), undefined);
});

Deno.test("meanOf() leaves out what has no value", () => {
  assert.equal(meanOf([1, undefined, 0.5]), 0.75);
  assert.equal(meanOf([undefined]), undefined);
});
