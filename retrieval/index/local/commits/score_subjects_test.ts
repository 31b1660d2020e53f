import assert from "node:assert/strict";
import { SubjectField } from "@dossier/core/rank";
import { openView } from "../../../../tests/synthetic_segment.ts";
import { commitOf, scoresByPath, storeCommits, YEAR_S } from "../../../../tests/stored_commits.ts";

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

Deno.test("SubjectField is BM25 over weighted commits, computed by hand", () => {
  using store = storeCommits(["a", "b", "c"], [COMMITS]);
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

Deno.test("SubjectField measures ages from the newest commit, so that time alone changes nothing", () => {
  using now = storeCommits(["a", "b", "c"], [COMMITS]);
  const earlier = COMMITS.map((commit) => ({ ...commit, time: commit.time - 10 * YEAR_S }));
  using then = storeCommits(["a", "b", "c"], [earlier]);
  const expected = scoresByPath(now, "red", "blue");
  const actual = scoresByPath(then, "red", "blue");
  assert.deepEqual(Object.keys(actual), Object.keys(expected));
  for (const path of Object.keys(expected)) assertClose(actual[path], expected[path]!);
});

Deno.test("SubjectField returns the number of commits, and nothing without commits", () => {
  using store = storeCommits(["a"], [COMMITS]);
  assert.equal(new SubjectField(openView(store).readSubjects()).commits, 4);
  using empty = storeCommits(["a"], []);
  const field = new SubjectField(openView(empty).readSubjects());
  assert.deepEqual([...field.score([{ term: "red", weight: 1 }])], []);
  assert.equal(field.commits, 0);
});

Deno.test("SubjectField does not count a term twice when a score is requested twice", () => {
  using store = storeCommits(["a", "b"], [COMMITS]);
  const field = new SubjectField(openView(store).readSubjects());
  const terms = [{ term: "red", weight: 1 }];
  assert.deepEqual(field.score(terms), field.score(terms));
});
