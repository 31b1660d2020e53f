import assert from "node:assert/strict";
import {
  compareFiles,
  measureDilution,
  recallAt,
  reciprocalRank,
  summariseTimes,
} from "./session_figures.ts";

Deno.test("N-24 measureDilution() is the share of the tokens that the agent never used", () => {
  const passages = [
    { path: "a.ts", tokens: 500 },
    { path: "b.ts", tokens: 200 },
    { path: "a.ts", tokens: 100 },
  ];
  assert.deepEqual(measureDilution(passages, new Set(["a.ts"])), {
    injectedTokens: 800,
    unusedTokens: 200,
    dilution: 0.25,
  });
  assert.equal(measureDilution(passages, new Set()).dilution, 1);
  assert.equal(measureDilution([], new Set(["a.ts"])).dilution, 0);
});

Deno.test("N-24 compareFiles() returns missed and unnecessary files", () => {
  assert.deepEqual(compareFiles(["b", "a", "x", "a"], ["d", "b", "a", "c", "d"]), {
    hits: ["a", "b"],
    falseNegatives: ["c", "d"],
    falsePositives: ["x"],
    precision: 2 / 3,
    recall: 0.5,
  });
});

Deno.test("compareFiles() has no precision without a prediction and no recall without a file", () => {
  const none = { hits: [], falseNegatives: [], falsePositives: [] };
  assert.deepEqual(compareFiles([], []), none);
  assert.deepEqual(compareFiles(["a"], []), { ...none, falsePositives: ["a"], precision: 0 });
  assert.deepEqual(compareFiles([], ["a"]), { ...none, falseNegatives: ["a"], recall: 0 });
});

const RANKED = ["a", "a", "b", "c", "d"];

Deno.test("N-24 recallAt() counts different files of the first K", () => {
  const relevant = new Set(["b", "d", "z"]);
  const recalls = [0, 1, 2, 4, 9].map((k) => recallAt(RANKED, { relevant, k }));
  assert.deepEqual(recalls, [0, 0, 1 / 3, 2 / 3, 2 / 3]);
  assert.equal(recallAt(RANKED, { relevant: new Set(), k: 5 }), undefined);
});

Deno.test("N-24 reciprocalRank() ranks the first relevant file among different ones", () => {
  assert.equal(reciprocalRank(RANKED, new Set(["c", "d"])), 1 / 3);
  assert.equal(reciprocalRank(RANKED, new Set(["z"])), 0);
  assert.equal(reciprocalRank(RANKED, new Set()), undefined);
});

Deno.test("summariseTimes() returns the median, of two middle values the lower", () => {
  assert.deepEqual(summariseTimes([30, 10, 20]), { count: 3, median: 20, max: 30 });
  assert.deepEqual(summariseTimes([9, 100, 20, 10]), { count: 4, median: 10, max: 100 });
  assert.equal(summariseTimes([]), undefined);
});
