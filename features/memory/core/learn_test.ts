import assert from "node:assert/strict";
import { isMisleading, learnGraphWeight, learnWeight, type Outcome } from "./learn.ts";

function assertNear(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
}

Deno.test("M-20: learnWeight() keeps 1 when accepted, and subtracts .15 when rejected, or .30 when misleading", () => {
  assertNear(learnWeight(1, "accepted").weight, 1);
  assertNear(learnWeight(1, "rejected").weight, 0.85);
  assertNear(learnWeight(1, "rework").weight, 0.85);
  assertNear(learnWeight(1, "rejected", { isMisleading: true }).weight, 0.7);
  assert.equal(learnWeight(1, "rejected", { isMisleading: true }).rate, 0.3);
});

Deno.test("M-20: learnWeight() is .614125 after three rejections, and .6527125 after an acceptance", () => {
  const rejected = [1, 2, 3].reduce((weight) => learnWeight(weight, "rejected").weight, 1);
  assertNear(rejected, 0.614125);
  assertNear(learnWeight(rejected, "accepted", { isMisleading: true }).weight, 0.6527125);
});

Deno.test("M-21: learnGraphWeight() changes .5 to .55, .50 and .45", () => {
  const outcomes: readonly Outcome[] = ["accepted", "rework", "rejected"];
  const weights = outcomes.map((outcome) => learnGraphWeight(0.5, outcome));
  for (const [at, expected] of [0.55, 0.5, 0.45].entries()) assertNear(weights[at]!, expected);
});

Deno.test("isMisleading() is true after three failed sessions without an accepted one since", () => {
  assert.equal(isMisleading([]), false);
  assert.equal(isMisleading(["rejected", "rework"]), false);
  assert.equal(isMisleading(["rejected", "rework", "rejected"]), true);
  assert.equal(isMisleading(["accepted", "rejected", "rework", "rejected"]), true);
  assert.equal(isMisleading(["rejected", "rejected", "accepted", "rejected"]), false);
});
