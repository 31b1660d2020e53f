import assert from "node:assert/strict";
import { renderComparisonTable, renderDifference } from "./render_comparison.ts";

Deno.test("renderDifference() starts with a sign", () => {
  const texts = [0.0123, -0.5, 0.00001, -0.00001, 1.5].map((value) => renderDifference(value));
  assert.deepEqual(texts, ["+.0123", "−.5000", "±.0000", "±.0000", "+1.5000"]);
  assert.equal(renderDifference(-12.34, 1), "−12.3");
});

Deno.test("renderComparisonTable() tells the mean, its bounds and the queries", () => {
  const comparison = { difference: 0.01, low: -0.02, high: 0.04, wins: 3, losses: 2, ties: 7 };
  const table = renderComparisonTable([{ set: "tasks", before: "a", after: "b", comparison }]);
  assert.deepEqual(
    table.split("\n")[2]!.split("|").map((cell) => cell.trim()).slice(1, -1),
    ["tasks", "a", "b", "+.0100", "−.0200 to +.0400", "3", "2", "7"],
  );
});
