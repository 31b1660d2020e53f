import assert from "node:assert/strict";
import { type FreshnessEvidence, measureFreshness } from "./measure_freshness.ts";

const FRESH: FreshnessEvidence = {
  symbols: 4,
  missing: [],
  ageDays: 10,
  commits: 0,
  changedShare: 0,
};
const AGED = { ageDays: 91, commits: 10 };

function valueOf(evidence: Partial<FreshnessEvidence>): number {
  return measureFreshness({ ...FRESH, ...evidence }, 90).value;
}

Deno.test("N-14 measureFreshness() falls with the share of names that are missing", () => {
  assert.equal(valueOf({}), 1);
  assert.equal(valueOf({ missing: ["a"] }), 0.7);
  assert.equal(valueOf({ missing: ["a", "b"] }), 0.3);
  assert.equal(valueOf({ symbols: 0 }), 1);
});

Deno.test("N-14 measureFreshness() falls with age only when the code around the document changed", () => {
  assert.equal(valueOf({ ageDays: 400 }), 1);
  assert.equal(valueOf({ commits: 99, changedShare: 1 }), 1);
  assert.equal(valueOf(AGED), 0.7);
  assert.equal(valueOf({ ageDays: 91, commits: 9, changedShare: 0.29 }), 1);
  assert.equal(valueOf({ ageDays: 91, changedShare: 0.3 }), 0.7);
  assert.equal(valueOf({ ...AGED, ageDays: 90 }), 1);
});

Deno.test("N-14 measureFreshness() multiplies both signs", () => {
  assert.equal(valueOf({ ...AGED, missing: ["a", "b"] }), 0.21);
  assert.equal(valueOf({ ...AGED, missing: ["a"] }), 0.49);
});

Deno.test("N-14 measureFreshness() states reasons, and an unknown date", () => {
  const missing = ["a", "b", "c", "d", "e", "f", "g"];
  const reasonsOf = (evidence: Partial<FreshnessEvidence>) =>
    measureFreshness({ ...FRESH, ...evidence }, 90).reasons;
  assert.deepEqual(reasonsOf({}), []);
  assert.deepEqual(reasonsOf({ symbols: 9, missing }), [
    '7 of 9 names are not in the code: "a", "b", "c", "d", "e" and 2 more',
  ]);
  assert.deepEqual(reasonsOf({ ageDays: 120.7, commits: 12, changedShare: 0.8 }), [
    "Last changed 120 days ago, and 12 commits of the files it refers to changed since",
  ]);
  const { ageDays: _, ...undated } = { ...FRESH, commits: 50 };
  assert.deepEqual(measureFreshness(undated, 90), {
    value: 1,
    reasons: ["The date of its last change is unknown"],
  });
});
