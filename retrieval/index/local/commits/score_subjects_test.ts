import assert from "node:assert/strict";
import { verifyExplanation } from "@dossier/core/rank";
import { findDocumentByPath } from "../store/documents.ts";
import { scoreSubjects, SubjectField } from "./score_subjects.ts";
import { commitOf, scoresByPath, storeHistory, YEAR_S } from "../../../../tests/stored_history.ts";

const NOW = Date.UTC(2024, 5, 1) / 1000;

/** Weighted occurrences: `a` has red ½ + ½, blue 1; `b` has red ½; `c` has green 1. */
const COMMITS = [
  commitOf("red", NOW - 6 * YEAR_S, "a"),
  commitOf("red", NOW, "a", "b", "x", "y"),
  commitOf("blue", NOW, "a"),
  commitOf("green", NOW, "c"),
];

function assertClose(actual: number | undefined, expected: number): void {
  assert.ok(Math.abs((actual ?? NaN) - expected) < 1e-6, `${actual} is not ${expected}`);
}

Deno.test("scoreSubjects() is BM25 over weighted commits, computed by hand", () => {
  using store = storeHistory(["a", "b", "c"], [COMMITS]);
  // Lengths 2, .5 and 1: 3.5 / 3 on average. k1 is 5 and b .4; idf is ln(1 + (3 - df + .5) / (df + .5)).
  const bm25 = (occurrences: number, length: number) => {
    const norm = 0.6 + 0.4 * length / (3.5 / 3);
    return occurrences * 6 / (occurrences + 5 * norm);
  };
  const rarity = (frequency: number) => Math.log(1 + (3.5 - frequency) / (frequency + 0.5));
  const scores = scoresByPath(store, "red", { term: "blue", weight: 2 });
  assertClose(scores.a, rarity(2) * bm25(1, 2) + 2 * rarity(1) * bm25(1, 2));
  assertClose(scores.b, rarity(2) * bm25(0.5, 0.5));
  assert.equal(scores.c, undefined);
});

Deno.test("scoreSubjects() sees ages from the newest commit, so that time alone changes nothing", () => {
  using now = storeHistory(["a", "b", "c"], [COMMITS]);
  const earlier = COMMITS.map((commit) => ({ ...commit, time: commit.time - 10 * YEAR_S }));
  using then = storeHistory(["a", "b", "c"], [earlier]);
  const expected = scoresByPath(now, "red", "blue");
  const actual = scoresByPath(then, "red", "blue");
  assert.deepEqual(Object.keys(actual), Object.keys(expected));
  for (const path of Object.keys(expected)) assertClose(actual[path], expected[path]!);
});

Deno.test("scoreSubjects() says how many commits there are, and nothing without a history", () => {
  using store = storeHistory(["a"], [COMMITS]);
  assert.equal(scoreSubjects(store, []).commits, 4);
  using empty = storeHistory(["a"], []);
  const { scores, commits } = scoreSubjects(empty, [{ term: "red", weight: 1 }]);
  assert.deepEqual([...scores], []);
  assert.equal(commits, 0);
});

Deno.test("SubjectField.explain() adds up to the scores", () => {
  using store = storeHistory(["a", "b", "c"], [COMMITS]);
  const field = new SubjectField(store);
  const terms = [{ term: "red", weight: 0.5 }, { term: "blue", weight: 2 }, {
    term: "none",
    weight: 1,
  }];
  const scores = field.score(terms);
  const wanted = ["a", "b", "c"].map((path) => findDocumentByPath(store, path)!.id);
  const explanations = field.explain(terms, wanted);
  for (const document of wanted) {
    const explanation = explanations.get(document)!;
    assert.equal(explanation.value, scores.get(document) ?? 0);
    assert.ok(verifyExplanation(explanation));
  }
  assert.deepEqual(
    explanations.get(wanted[0]!)?.details?.map(({ description }) => description),
    ['term "red"', 'term "blue"'],
  );
});

Deno.test("SubjectField does not count a term twice for a score asked for twice", () => {
  using store = storeHistory(["a", "b"], [COMMITS]);
  const field = new SubjectField(store);
  const terms = [{ term: "red", weight: 1 }];
  assert.deepEqual(field.score(terms), field.score(terms));
});
