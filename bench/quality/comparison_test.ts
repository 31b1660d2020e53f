import assert from "node:assert/strict";
import { compareScores, renderComparisonTable, renderDifference } from "./comparison.ts";

Deno.test("compareScores() counts queries and returns bounds around the mean difference", () => {
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

Deno.test("compareScores() returns tight bounds when every query gained the same", () => {
  const { low, high } = compareScores([0, 0.25], [0.5, 0.75]);
  assert.deepEqual([low, high], [0.5, 0.5]);
});

Deno.test("compareScores() refuses scores of different or no queries", () => {
  assert.throws(() => compareScores([1], [1, 0]), RangeError);
  assert.throws(() => compareScores([], []), RangeError);
});

Deno.test("renderDifference() starts with a sign", () => {
  const texts = [0.0123, -0.5, 0.00001, -0.00001, 1.5].map((value) => renderDifference(value));
  assert.deepEqual(texts, ["+.0123", "−.5000", "±.0000", "±.0000", "+1.5000"]);
  assert.equal(renderDifference(-12.34, 1), "−12.3");
});

Deno.test("renderComparisonTable() shows the mean, its bounds and the queries", () => {
  const comparison = { difference: 0.01, low: -0.02, high: 0.04, wins: 3, losses: 2, ties: 7 };
  const table = renderComparisonTable([{ set: "tasks", before: "a", after: "b", comparison }]);
  assert.deepEqual(
    table.split("\n")[2]!.split("|").map((cell) => cell.trim()).slice(1, -1),
    ["tasks", "a", "b", "+.0100", "−.0200 to +.0400", "3", "2", "7"],
  );
});
