import assert from "node:assert/strict";
import { compareFiles } from "./compare_files.ts";

Deno.test("N-24 compareFiles() tells what was missed and what was needless", () => {
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
