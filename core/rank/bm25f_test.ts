import assert from "node:assert/strict";
import {
  fieldFactor,
  fieldScale,
  inverseDocumentFrequency,
  queryTermWeight,
  saturate,
} from "./bm25f.ts";

function assertClose(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) < 1e-4, `${actual} is not ${expected}`);
}

/** Returns BM25 of one field, for the comparison with hand-computed values. */
function bm25(
  corpus: readonly string[],
  query: string,
  { k1, b }: { k1: number; b: number },
): number[] {
  const documents = corpus.map((text) => text.split(" "));
  const averageLength = documents.reduce((sum, terms) => sum + terms.length, 0) / documents.length;
  return documents.map((terms) =>
    query.split(" ").reduce((sum, term) => {
      const frequency = terms.filter((other) => other === term).length;
      const holding = documents.filter((other) => other.includes(term)).length;
      const factor = fieldFactor(fieldScale({ weight: 1, b }, averageLength), terms.length);
      return sum + inverseDocumentFrequency(holding, documents.length) *
          saturate(frequency * factor, k1);
    }, 0)
  );
}

Deno.test("saturate() and fieldFactor() give the hand-computed BM25 of a three-document corpus", () => {
  const corpus = ["fn login user password login", "fn logout user", "parse json value"];
  const parameters = { k1: 1.2, b: 0.75 };
  assertClose(bm25(corpus, "login", parameters)[0]!, 1.2235);
  assertClose(bm25(corpus, "user", parameters)[0]!, 0.4091);
  assertClose(bm25(corpus, "user", parameters)[1]!, 0.5078);
  assertClose(bm25(corpus, "login user", parameters)[0]!, 1.6326);
  assert.equal(bm25(corpus, "login user", parameters)[2], 0);
});

Deno.test("inverseDocumentFrequency() of one of two is ln 2, and stays above 0 for a term in all", () => {
  assert.equal(inverseDocumentFrequency(1, 2), Math.log(2));
  assert.ok(inverseDocumentFrequency(1000, 1000) > 0);
});

Deno.test("fieldFactor() is the weight at average length and in an index without such a field", () => {
  assert.equal(fieldFactor(fieldScale({ weight: 2, b: 0.5 }, 7), 7), 2);
  assert.equal(fieldFactor(fieldScale({ weight: 2, b: 0.5 }, 0), 0), 2);
  // 2 / (1 - 0.5 + 0.5 * 3)
  assert.equal(fieldFactor(fieldScale({ weight: 2, b: 0.5 }, 7), 21), 1);
});

Deno.test("saturate() is 1 for one occurrence and never reaches k1 + 1", () => {
  assert.equal(saturate(1, 1.2), 1);
  assert.equal(saturate(0, 1.2), 0);
  assert.ok(saturate(1e6, 1.2) < 2.2);
});

Deno.test("queryTermWeight() is 1 for a term that occurs once in the query", () => {
  assert.equal(queryTermWeight(1), 1);
  assertClose(queryTermWeight(2), 1.8);
});
