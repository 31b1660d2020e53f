import {
  analyzeQuery,
  type Bm25fParameters,
  DEFAULT_BM25F,
  explainTerms,
  LexicalScorer,
  verifyExplanation,
} from "@dossier/core";
import assert from "node:assert/strict";
import {
  deleteChunksOf,
  openMemoryStore,
  openView,
  writeSegment,
} from "../../../../tests/synthetic_segment.ts";
import type { Store } from "../store/open_store.ts";

const BODY_ONLY: Bm25fParameters = {
  k1: 1.2,
  fields: {
    body: { weight: 1, b: 0.75 },
    symbols: { weight: 0, b: 0 },
    heading: { weight: 0, b: 0 },
    path: { weight: 0, b: 0 },
  },
};

function openScorer(store: Store, parameters = BODY_ONLY): LexicalScorer {
  return new LexicalScorer(openView(store), { parameters });
}

function near(actual: number | undefined, expected: number): void {
  assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-12, `${actual} instead of ${expected}`);
}

Deno.test("LexicalScorer.score() gives BM25 as computed by hand", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "p", lines: ["red red green", "green", "blue blue"] }]);
  const scores = openScorer(store).score(analyzeQuery("red")).chunks;
  // N = 3, df = 1, average length 2: idf = ln(1 + 2.5 / 1.5), tf' = 2 / (0.25 + 0.75 * 3 / 2).
  const frequency = 2 / (0.25 + 0.75 * 1.5);
  near(scores[0], Math.log(1 + 2.5 / 1.5) * (2.2 * frequency) / (1.2 + frequency));
  assert.deepEqual([scores[1], scores[2]], [0, 0]);
});

Deno.test("LexicalScorer.score() adds the terms, and gives repeated ones more weight", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "p", lines: ["red green", "green", "blue"] }]);
  const scorer = openScorer(store);
  const [red, green, both, twice] = ["red", "green", "red green", "red red"].map((query) =>
    scorer.score(analyzeQuery(query)).chunks[0]!
  );
  near(both, red! + green!);
  // k3 = 8: (2 * 9) / (8 + 2).
  near(twice, red! * 1.8);
});

Deno.test("LexicalScorer.score() counts a word in the path with its weight and length", () => {
  using store = openMemoryStore();
  writeSegment(store, [
    { path: "koala", lines: ["red"] },
    { path: "dingo/wombat/emu", lines: ["red"] },
  ]);
  const path = { weight: 3, b: 0.4 };
  const parameters = { ...BODY_ONLY, fields: { ...BODY_ONLY.fields, path } };
  const scores = openScorer(store, parameters).score(analyzeQuery("dingo")).chunks;
  // N = 2, df = 1; the path has 3 terms, 2 on average.
  const frequency = 3 / (1 - 0.4 + 0.4 * 1.5);
  near(scores[1], Math.log(2) * (2.2 * frequency) / (1.2 + frequency));
  assert.equal(scores[0], 0);
});

Deno.test("LexicalScorer.score() returns the share of a query's words that a file has, by their idf", () => {
  using store = openMemoryStore();
  writeSegment(store, [
    { path: "p", lines: ["red", "green red"] },
    { path: "emu", lines: ["red"] },
  ]);
  const { coverage, idfs } = openScorer(store).score(analyzeQuery("red green emu"));
  // N = 3: "red" is in 3, "green" in 1, "emu" in 1, by its path.
  const [often, rare] = [Math.log(1 + 0.5 / 3.5), Math.log(1 + 2.5 / 1.5)];
  const total = often + 2 * rare;
  near(coverage[0], (often + rare) / total);
  near(coverage[1], (often + rare) / total);
  near(idfs.get("red"), often);
  near(idfs.get("green"), rare);
});

Deno.test("LexicalScorer.score() does not depend on the distribution of chunks to segments", () => {
  const files = ["red green", "green blue", "blue red red", "gold", "red gold green blue"];
  const query = analyzeQuery("red gold blue");
  const scoresOf = (groups: readonly (readonly number[])[]) => {
    using store = openMemoryStore();
    for (const group of groups) {
      writeSegment(store, group.map((i) => ({ path: `file${i}`, lines: [files[i]!] })));
    }
    const scores = openScorer(store, DEFAULT_BM25F).score(query).chunks;
    const order = groups.flat();
    return files.map((_, i) => scores[order.indexOf(i)]);
  };
  const whole = scoresOf([[0, 1, 2, 3, 4]]);
  assert.deepEqual(scoresOf([[4], [3], [2], [1], [0]]), whole);
  assert.deepEqual(scoresOf([[1, 3], [], [2, 0, 4]]), whole);
});

Deno.test("LexicalScorer.score() ignores deleted chunks", () => {
  using worn = openMemoryStore();
  writeSegment(worn, [{ path: "a", lines: ["red red", "green"] }, { path: "b", lines: ["red"] }]);
  writeSegment(worn, [{ path: "c", lines: ["red green"] }]);
  deleteChunksOf(worn, "a");
  using fresh = openMemoryStore();
  writeSegment(fresh, [{ path: "b", lines: ["red"] }, { path: "c", lines: ["red green"] }]);
  const query = analyzeQuery("red green");
  const [dead, alsoDead, ...living] = openScorer(worn, DEFAULT_BM25F).score(query).chunks;
  assert.deepEqual([dead, alsoDead], [0, 0]);
  assert.deepEqual(living, [...openScorer(fresh, DEFAULT_BM25F).score(query).chunks]);
});

Deno.test("LexicalScorer.listEvidence() returns parts whose sum is exactly the score", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "red/green", lines: ["red red green", "blue"] }]);
  writeSegment(store, [{ path: "blue", lines: ["red blue gold gold", "gold"] }]);
  const scorer = openScorer(store, DEFAULT_BM25F);
  const terms = analyzeQuery("red blue gold gold silver");
  const scores = scorer.score(terms).chunks;
  const evidence = scorer.listEvidence(terms, () => true);
  const trees = new Map([0, 2, 3].map((chunk) => [chunk, explainTerms(evidence, chunk)]));
  for (const [chunk, tree] of trees) {
    assert.equal(tree.value, scores[chunk]);
    assert.ok(verifyExplanation(tree));
  }
  const text = JSON.stringify(trees.get(2));
  assert.ok(text.includes("occurs 2 times in the query"), text);
  assert.ok(text.includes("occurs once in the query"), text);
  assert.ok(text.includes("2 in body"), text);
  assert.ok(!text.includes("silver"), text);
});

Deno.test("LexicalScorer.score() gives BM25 over whole files as computed by hand", () => {
  using store = openMemoryStore();
  writeSegment(store, [
    { path: "a", lines: ["red red", "red green", "blue blue"] },
    { path: "b", lines: ["red gold"] },
  ]);
  writeSegment(store, [{ path: "c", lines: ["gold gold gold gold"] }]);
  const { files } = openScorer(store).score(analyzeQuery("red"));
  // 3 of 5 chunks have it. The files have 6, 2 and 4 terms, 4 on average; k1 is 1.2, b is .25.
  const idf = Math.log(1 + 2.5 / 3.5);
  const three = 3 / (0.75 + 0.25 * 6 / 4);
  const one = 1 / (0.75 + 0.25 * 2 / 4);
  near(files[0], idf * (2.2 * three) / (1.2 + three));
  near(files[1], idf * (2.2 * one) / (1.2 + one));
  assert.equal(files[2], 0);
});

Deno.test("LexicalScorer weights terms by the power of their idf and by their position", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "p", lines: ["red green", "green", "blue"] }]);
  const scorer = new LexicalScorer(openView(store), { exponent: 0.5 });
  const [green, red] = analyzeQuery("green red");
  const terms = [green!, { ...red!, weight: 3 }];
  const { chunks } = scorer.score(terms);
  const tree = explainTerms(scorer.listEvidence(terms, () => true), 0);
  assert.ok(verifyExplanation(tree));
  near(tree.value, chunks[0]!);
  const weights = tree.details!.map(({ details = [] }) =>
    details.slice(0, -1).reduce((product, { value }) => product * value, 1)
  );
  near(weights[0], Math.log(1 + 1.5 / 2.5) ** 0.5);
  near(weights[1], 3 * Math.log(1 + 2.5 / 1.5) ** 0.5);
  assert.match(JSON.stringify(tree), /idf to the power of 0.5.*weight of its place/);
});

Deno.test("LexicalScorer counts the chunks that hold a term, over all segments, in its idf", () => {
  using store = openMemoryStore();
  writeSegment(store, [{ path: "a", lines: ["red", "red", "green"] }]);
  writeSegment(store, [{ path: "b", lines: ["red"] }]);
  const evidence = openScorer(store).listEvidence(analyzeQuery("red"), () => true);
  const tree = explainTerms(evidence, 0);
  assert.match(JSON.stringify(tree), /idf to the power of 1: in 3 of 4 chunks/);
});
