import assert from "node:assert/strict";
import { commitAgeFactor, commitSizeFactor, commitsWeight } from "./commit_weight.ts";

const YEAR_S = 365.25 * 86_400;

Deno.test("commitsWeight() grows with the commits up to 1", () => {
  assert.deepEqual([0, 200, 1000, 2000, 5000].map(commitsWeight), [0, 0.1, 0.5, 1, 1]);
});

Deno.test("commitAgeFactor() halves every six years, and doubles backwards", () => {
  const factors = [0, 6, 12, -6].map((years) => commitAgeFactor(years * YEAR_S));
  assert.deepEqual(factors, [1, 0.5, 0.25, 2]);
});

Deno.test("commitSizeFactor() falls with the root of the number of files", () => {
  assert.deepEqual([1, 4, 16].map(commitSizeFactor), [1, 0.5, 0.25]);
});
