import assert from "node:assert/strict";
import fc from "fast-check";
import { renderExplanation, verifyExplanation } from "../rank/explanation.ts";
import {
  type DocumentEvidence,
  explainDocument,
  scoreDocuments,
  splitByRelevance,
} from "./score_documents.ts";
import { DEFAULT_TASK_SETTINGS } from "./task_settings.ts";

const EMBEDDED = { settings: DEFAULT_TASK_SETTINGS, embedded: true } as const;
const LEXICAL = { settings: DEFAULT_TASK_SETTINGS, embedded: false } as const;

function document(path: string, known: Partial<DocumentEvidence> = {}): DocumentEvidence {
  return { path, linked: false, bm25: 0, freshness: 1, ...known };
}

function orderOf(documents: readonly DocumentEvidence[], options = LEXICAL): readonly string[] {
  return scoreDocuments(documents, options).map(({ document }) => document.path);
}

Deno.test("scoreDocuments() adds words, meaning and link, and multiplies by freshness", () => {
  const [first, second] = scoreDocuments([
    document("a", { bm25: 3, similarity: 0.5, linked: true, freshness: 0.7 }),
    document("b", { bm25: 4, similarity: -0.3 }),
  ], EMBEDDED);
  assert.equal(first?.document.path, "a"); // (.5 · 3/4 + .4 · .5 + .2) · .7
  assert.equal(first?.score.toFixed(6), "0.542500");
  assert.deepEqual(first?.reasons, ["linked", "bm25", "embedding", "maybe_outdated"]);
  assert.equal(second?.score, 0.5);
  assert.deepEqual(second?.reasons, ["bm25"]);
});

Deno.test("N-7 scoreDocuments() raises a linked document above differences below the boost only", () => {
  const other = document("other", { bm25: 10 }); // .9
  const near = document("near", { bm25: 7.9, linked: true }); // .711 + .2
  const far = document("far", { bm25: 7.7, linked: true }); // .693 + .2
  assert.deepEqual(orderOf([other, near, far]), ["near", "other", "far"]);
});

Deno.test("N-8 scoreDocuments() gives the words the weight of the meaning without an embedder", () => {
  const documents = [
    document("a", { bm25: 2, similarity: 0.9 }),
    document("b", { bm25: 4 }),
    document("c", { linked: true }),
  ];
  const scored = scoreDocuments(documents, LEXICAL);
  assert.deepEqual(scored.map(({ document, score }) => [document.path, score]), [
    ["b", 0.9],
    ["a", 0.45],
    ["c", 0.2],
  ]);
  assert.ok(scored.every(({ reasons }) => reasons.includes("embeddings_unavailable")));
  const embedded = scoreDocuments(documents, EMBEDDED);
  assert.ok(embedded.every(({ reasons }) => !reasons.includes("embeddings_unavailable")));
});

Deno.test("scoreDocuments() is 0 for words when none were found", () => {
  const [only] = scoreDocuments([document("a", { linked: true })], LEXICAL);
  assert.deepEqual([only?.score, only?.lexical], [0.2, 0]);
  assert.deepEqual(scoreDocuments([], LEXICAL), []);
});

Deno.test("N-9 scoreDocuments() breaks ties by link, BM25 and path", () => {
  const settings = { alpha: 0, beta: 0.5, linkBoost: 0.25 };
  const scored = scoreDocuments([
    document("d", { similarity: 0.5, bm25: 1 }),
    document("b", { similarity: 0.5, bm25: 1 }),
    document("c", { similarity: 0.5, bm25: 2 }),
    document("e", { linked: true }),
  ], { settings, embedded: true });
  assert.deepEqual(scored.map(({ document }) => document.path), ["e", "c", "b", "d"]);
  assert.ok(scored.every(({ score }) => score === 0.25));
});

Deno.test("N-9 scoreDocuments() returns the same order for any order of the documents", () => {
  const evidence = fc.record({
    path: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
    linked: fc.boolean(),
    bm25: fc.constantFrom(0, 1, 2),
    similarity: fc.constantFrom(0, 0.5),
    freshness: fc.constantFrom(1, 0.7),
  });
  const documents = fc.uniqueArray(evidence, { selector: ({ path }) => path });
  fc.assert(fc.property(documents, fc.boolean(), (given, embedded) => {
    const options = { settings: DEFAULT_TASK_SETTINGS, embedded };
    const scored = scoreDocuments(given, options);
    assert.deepEqual(scored, scoreDocuments(given.toReversed(), options));
    for (const one of scored) {
      assert.ok(verifyExplanation(explainDocument(one)));
      assert.equal(explainDocument(one).value, one.score);
    }
  }));
});

Deno.test("N-15 scoreDocuments() keeps a stale document, above a far less relevant fresh one", () => {
  const stale = document("stale", { bm25: 10, linked: true, freshness: 0.3 }); // 1.1 · .3
  const fresh = document("fresh", { bm25: 3 }); // .27
  const equal = document("equal", { bm25: 10, linked: true }); // 1.1
  assert.deepEqual(orderOf([stale, fresh, equal]), ["equal", "stale", "fresh"]);
});

Deno.test("explainDocument() names the parts of a score", () => {
  const [only] = scoreDocuments([document("docs/a.md", { bm25: 2, linked: true })], LEXICAL);
  assert.equal(
    renderExplanation(explainDocument(only!)),
    [
      "1.1 document docs/a.md, product of:",
      "  1.1 relevance, sum of:",
      "    0.9 words (BM25 2, as a share of the highest)",
      "    0 meaning: no embedder",
      "    0.2 linked from the issue",
      "  1 freshness",
    ].join("\n"),
  );
});

/** Returns the paths of the kept documents with these scores; a name in capitals is linked. */
function keptOf(scores: Readonly<Record<string, number>>, minScore = 0.15): readonly string[] {
  const settings = { alpha: 0, beta: 1, linkBoost: 0 };
  const documents = Object.entries(scores).map(([path, similarity]) => ({
    path,
    linked: path !== path.toLowerCase(),
    bm25: 0,
    similarity,
    freshness: 1,
  }));
  const { kept, dropped } = splitByRelevance(
    scoreDocuments(documents, { settings, embedded: true }),
    {
      minScore,
    },
  );
  assert.equal(kept.length + dropped.length, documents.length);
  return kept.map(({ document }) => document.path);
}

Deno.test("N-5 splitByRelevance() drops documents below min_score or 35 % of the best", () => {
  assert.deepEqual(keptOf({ a: 0.8, b: 0.28, c: 0.279 }), ["a", "b"]);
  assert.deepEqual(keptOf({ a: 0.3, b: 0.15, c: 0.149 }), ["a", "b"]);
  assert.deepEqual(keptOf({ a: 0.1, b: 0.05 }), []);
});

Deno.test("N-5 splitByRelevance() keeps linked documents, and compares others with them", () => {
  assert.deepEqual(keptOf({ a: 0.8, B: 0.01, c: 0.01 }), ["a", "B"]);
  assert.deepEqual(keptOf({ A: 1, b: 0.34 }), ["A"]);
});

Deno.test("N-15 splitByRelevance() drops no outdated document", () => {
  const settings = { alpha: 0, beta: 1, linkBoost: 0 };
  const evidence = { linked: false, bm25: 0 };
  const scored = scoreDocuments([
    { ...evidence, path: "fresh", similarity: 0.8, freshness: 1 },
    { ...evidence, path: "stale", similarity: 0.7, freshness: 0.21 },
    { ...evidence, path: "weak", similarity: 0.2, freshness: 1 },
  ], { settings, embedded: true });
  const { kept, dropped } = splitByRelevance(scored, { minScore: 0.15 });
  assert.deepEqual(kept.map(({ document }) => document.path), ["fresh", "stale"]);
  assert.deepEqual(dropped.map(({ document }) => document.path), ["weak"]);
});
