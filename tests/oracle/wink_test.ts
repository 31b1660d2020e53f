import assert from "node:assert/strict";
import createIndex from "wink-bm25-text-search";
import {
  B,
  createTermNames,
  type Hit,
  K1,
  makeZipfCorpus,
  openBodyIndex,
  type OracleCorpus,
  overlap,
  readOwnCorpus,
} from "./body_index.ts";

/** Decimal places of a term's score in a document in wink: its maximum. */
const DECIMALS = 9;

/**
 * Minimum mean overlap of the first ten, which allows for rounding of equal scores; measured: 1.
 */
const MIN_OVERLAP = 0.99;

/** Maximum change of a score by rounding each of twelve terms. */
const TOLERANCE = 12 * 10 ** -DECIMALS;

/**
 * Asserts that our scores are those of wink-bm25-text-search, whose formula is the same as ours (its
 * `k` is the 1 inside the logarithm), and returns the mean overlap of the first ten.
 */
function compareWithWink({ texts, queries }: OracleCorpus): number {
  const { nameOf, rewrite } = createTermNames();
  const index = createIndex();
  index.defineConfig({ fldWeights: { terms: 1 }, bm25Params: { k1: K1, b: B, k: 1 } });
  index.definePrepTasks([(text: string) => text.split(" ")]);
  texts.forEach((text, chunk) => index.addDoc({ terms: rewrite(text) }, chunk));
  index.consolidate(DECIMALS);
  using ours = openBodyIndex(texts);
  let sum = 0;
  for (const terms of queries) {
    const names = terms.map((term) => nameOf(term));
    const found: [string, number][] = index.search(names.join(" "), texts.length);
    const expected: Hit[] = found.map(([id, score]) => ({ chunk: Number(id), score }));
    const scores = new Map(expected.map(({ chunk, score }) => [chunk, score]));
    const actual = ours.rank(terms);
    for (const { chunk, score } of actual) {
      const difference = Math.abs(score - (scores.get(chunk) ?? 0));
      assert.ok(difference <= TOLERANCE, `${difference} for ${terms} in ${chunk}`);
    }
    assert.equal(expected.length, actual.length);
    sum += overlap(actual, expected);
  }
  return sum / queries.length;
}

Deno.test("LexicalScorer gives the scores of wink on words spread by Zipf's law", () => {
  const mean = compareWithWink(makeZipfCorpus());
  assert.ok(mean >= MIN_OVERLAP, `${mean}`);
});

Deno.test("LexicalScorer gives the scores of wink on this program's own files", () => {
  const mean = compareWithWink(readOwnCorpus());
  assert.ok(mean >= MIN_OVERLAP, `${mean}`);
});
