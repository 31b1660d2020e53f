import assert from "node:assert/strict";
import { corroborate, rankByFeedback } from "./rank_by_feedback.ts";

const TWO = [{ id: "a", relevance: 0.9, weight: 0.5 }, { id: "b", relevance: 0.6, weight: 1 }];

Deno.test("M-3: rankByFeedback() puts a useful observation before a more relevant one", () => {
  const ranked = rankByFeedback(TWO);
  assert.deepEqual(ranked.map(({ id, weighted }) => [id, weighted]), [["b", 0.6], ["a", 0.45]]);
  assert.deepEqual(ranked.map(({ plainRank, weightedRank }) => [plainRank, weightedRank]), [
    [1, 0],
    [0, 1],
  ]);
});

Deno.test("M-3: rankByFeedback() uses only the relevance when weights are disabled", () => {
  const ranked = rankByFeedback(TWO, { isWeighted: false });
  assert.deepEqual(ranked.map(({ id, weighted }) => [id, weighted]), [["a", 0.9], ["b", 0.6]]);
  assert.deepEqual(ranked.map(({ weightedRank }) => weightedRank), [0, 1]);
});

Deno.test("rankByFeedback() treats a missing weight as 1, and keeps the order of equals", () => {
  const ranked = rankByFeedback([
    { id: "a", relevance: 0.5 },
    { id: "b", relevance: 1, weight: 0.5 },
    { id: "c", relevance: 0.5 },
  ]);
  assert.deepEqual(ranked.map(({ id }) => id), ["b", "a", "c"]);
  assert.deepEqual(rankByFeedback([]), []);
});

Deno.test("corroborate() adds a tenth for each doubling", () => {
  const boosts = [0, 1, 2, 4, 7, 8].map((others) => corroborate(0, others).toFixed(3));
  // The table in the original specification prints .300 for 8, which is the value for 7.
  assert.deepEqual(boosts, ["0.000", "0.100", "0.158", "0.232", "0.300", "0.317"]);
});
