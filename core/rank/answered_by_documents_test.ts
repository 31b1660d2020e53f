import assert from "node:assert/strict";
import { analyzeQuery } from "../text/analyze_query.ts";
import { isAnsweredByDocuments } from "./answered_by_documents.ts";
import type { PoolFile } from "./evidence.ts";

/** Two files of one chunk each: a document, and code. */
const POOL = [
  { kind: "document", firstChunk: 0, endChunk: 1 },
  { kind: "code", firstChunk: 1, endChunk: 2 },
] as unknown as readonly PoolFile[];

function ask(
  words: readonly number[],
  cosines: readonly number[] | undefined,
  query = "deploy behind nginx",
) {
  return isAnsweredByDocuments([{
    pool: POOL,
    wordScores: Float64Array.from(words),
    cosines: cosines && Float32Array.from(cosines),
  }], { terms: analyzeQuery(query) });
}

Deno.test("isAnsweredByDocuments() is true when a document has 1.25 times the product of words and meaning", () => {
  assert.equal(ask([5, 4], [.5, .5]), true);
  assert.equal(ask([4.9, 4], [.5, .5]), false);
  assert.equal(ask([4, 4], [.625, .5]), true);
  assert.equal(ask([5, 4], undefined), true);
  assert.equal(ask([5, 4], [NaN, NaN]), true);
  assert.equal(ask([10, 4], [.2, .5]), false);
});

Deno.test("isAnsweredByDocuments() is false when only documents, or only code, have a word of the query", () => {
  assert.equal(ask([5, 0], [.9, .1]), false);
  assert.equal(ask([0, 5], [.9, .1]), false);
});

Deno.test("isAnsweredByDocuments() is false for a long question and beside guessed names", () => {
  const long =
    "when somebody deploys this program behind nginx which address does every visitor seem to have";
  assert.equal(ask([9, 4], [.9, .5], long), false);
  const terms = analyzeQuery("deploy");
  const evidence = {
    pool: POOL,
    wordScores: Float64Array.of(9, 4),
    cosines: Float32Array.of(.9, .5),
  };
  assert.equal(isAnsweredByDocuments([evidence], { terms }), true);
  assert.equal(
    isAnsweredByDocuments([evidence], { terms, nameTerms: analyzeQuery("proxy_fix") }),
    false,
  );
});
