import assert from "node:assert/strict";
import { compareScores } from "./score_comparison.ts";

Deno.test("compareScores() counts queries and gives bounds around the mean difference", () => {
  const before = Array.from({ length: 100 }, () => 0.5);
  const after = before.map((score, i) => i < 30 ? score + 0.5 : i < 40 ? score - 0.5 : score);
  const { difference, low, high, ...counts } = compareScores(before, after);
  assert.deepEqual(counts, { wins: 30, losses: 10, ties: 60 });
  assert.ok(Math.abs(difference - 0.1) < 1e-12);
  // The standard error is sqrt((.4 × .25 − .01) / 100) = .03, and 1.96 of it are .0588.
  assert.ok(Math.abs(low - (0.1 - 0.0588)) < 0.006, `${low}`);
  assert.ok(Math.abs(high - (0.1 + 0.0588)) < 0.006, `${high}`);
  assert.deepEqual(compareScores(before, after), { difference, low, high, ...counts });
});

Deno.test("compareScores() has no doubt where every query gained the same", () => {
  const { low, high } = compareScores([0, 0.25], [0.5, 0.75]);
  assert.deepEqual([low, high], [0.5, 0.5]);
});

Deno.test("compareScores() refuses scores of different or no queries", () => {
  assert.throws(() => compareScores([1], [1, 0]), RangeError);
  assert.throws(() => compareScores([], []), RangeError);
});
