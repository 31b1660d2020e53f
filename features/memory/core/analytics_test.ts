import assert from "node:assert/strict";
import { compareSpending, measureFeedback, measureHealth } from "./analytics.ts";
import type { Outcome } from "./learn.ts";

function session(workType: string, actualTokens: number, ...outcomes: readonly Outcome[]) {
  return { workType, budgetTokens: 400, actualTokens, outcomes };
}

Deno.test("M-27: compareSpending() is mean tokens against the share accepted without rework", () => {
  const points = compareSpending([
    session("feature", 100, "accepted"),
    session("feature", 300, "rework", "accepted"),
    session("bug_fix", 400, "accepted"),
    session("chore", 500, "rejected"),
    session("feature", 200, "accepted"),
    session("feature", 200, "accepted"),
    session("refactor", 210, "rejected"),
    session("refactor", 210, "accepted"),
    session("feature", 9999),
  ]);
  assert.deepEqual(points, [
    // (100 + 300 + 200 + 200) / 4 tokens, three of four.
    { name: "feature", tokens: 200, success: 0.75, zone: "efficient" },
    { name: "bug_fix", tokens: 400, success: 1, zone: "efficient" },
    { name: "chore", tokens: 500, success: 0, zone: "wasteful" },
    { name: "refactor", tokens: 210, success: 0.5, zone: "below" },
  ]);
  assert.deepEqual(compareSpending([]), []);
});

Deno.test("M-27: compareSpending() distinguishes the budgets of a kind of work", () => {
  const points = compareSpending([
    { ...session("feature", 390, "accepted"), budgetTokens: 400 },
    { ...session("feature", 780, "accepted"), budgetTokens: 800 },
  ], { isByBudget: true });
  assert.deepEqual(points.map(({ name, zone }) => [name, zone]), [
    ["feature (400)", "efficient"],
    ["feature (800)", "wasteful"],
  ]);
});

Deno.test("measureFeedback() is the share ever given, and how far candidates have moved up", () => {
  const ranked = [
    { plainRank: 4, weightedRank: 0 },
    { plainRank: 0, weightedRank: 1 },
    { plainRank: 3, weightedRank: 3 },
    { plainRank: 2, weightedRank: 1 },
  ];
  // Means of 9 / 4 before and of 5 / 4 after.
  assert.deepEqual(measureFeedback(ranked, { injected: ["o1", "o2", "o1"], total: 8 }), {
    injectionRate: 0.25,
    rankDelta: 1,
  });
  assert.deepEqual(measureFeedback([], { injected: [], total: 0 }), {
    injectionRate: 0,
    rankDelta: 0,
  });
});

Deno.test("measureHealth() counts merged, old, contradictory and never delivered observations", () => {
  const stored = [0, 50, 100, 200].map((createdAt, at) => ({ id: `o${at}`, createdAt }));
  const counts = {
    processed: 16,
    merged: 4,
    contradictory: ["o1", "o2", "o1", "gone"],
    injected: ["o0", "o0", "gone"],
  };
  // At time 200, an observation of time 100 is just within the limit.
  assert.deepEqual(measureHealth(stored, counts, { nowMs: 200, maxAgeMs: 100 }), {
    dedupRatio: 0.25,
    retentionCompliance: 0.5,
    contradictory: 2,
    neverInjected: 3,
  });
  const none = { processed: 0, merged: 0, contradictory: [], injected: [] };
  assert.deepEqual(measureHealth([], none, { nowMs: 200, maxAgeMs: 100 }), {
    dedupRatio: 0,
    retentionCompliance: 1,
    contradictory: 0,
    neverInjected: 0,
  });
});
