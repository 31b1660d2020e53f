import assert from "node:assert/strict";
import { cutIrrelevant } from "./cut_irrelevant.ts";
import { scoreDocuments } from "./score_documents.ts";

/** Returns the paths kept of documents with these scores; a name in capitals is linked. */
function keptOf(scores: Readonly<Record<string, number>>, minScore = 0.15): readonly string[] {
  const settings = { alpha: 0, beta: 1, linkBoost: 0 };
  const documents = Object.entries(scores).map(([path, similarity]) => ({
    path,
    linked: path !== path.toLowerCase(),
    bm25: 0,
    similarity,
    freshness: 1,
  }));
  const { kept, dropped } = cutIrrelevant(scoreDocuments(documents, { settings, embedded: true }), {
    minScore,
  });
  assert.equal(kept.length + dropped.length, documents.length);
  return kept.map(({ document }) => document.path);
}

Deno.test("N-5 cutIrrelevant() drops what is below min_score or 35 % of the best", () => {
  assert.deepEqual(keptOf({ a: 0.8, b: 0.28, c: 0.279 }), ["a", "b"]);
  assert.deepEqual(keptOf({ a: 0.3, b: 0.15, c: 0.149 }), ["a", "b"]);
  assert.deepEqual(keptOf({ a: 0.1, b: 0.05 }), []);
});

Deno.test("N-5 cutIrrelevant() keeps linked documents, and measures others against them", () => {
  assert.deepEqual(keptOf({ a: 0.8, B: 0.01, c: 0.01 }), ["a", "B"]);
  assert.deepEqual(keptOf({ A: 1, b: 0.34 }), ["A"]);
});

Deno.test("N-15 cutIrrelevant() drops no document for being out of date", () => {
  const settings = { alpha: 0, beta: 1, linkBoost: 0 };
  const evidence = { linked: false, bm25: 0 };
  const scored = scoreDocuments([
    { ...evidence, path: "fresh", similarity: 0.8, freshness: 1 },
    { ...evidence, path: "stale", similarity: 0.7, freshness: 0.21 },
    { ...evidence, path: "weak", similarity: 0.2, freshness: 1 },
  ], { settings, embedded: true });
  const { kept, dropped } = cutIrrelevant(scored, { minScore: 0.15 });
  assert.deepEqual(kept.map(({ document }) => document.path), ["fresh", "stale"]);
  assert.deepEqual(dropped.map(({ document }) => document.path), ["weak"]);
});
