import assert from "node:assert/strict";
import { scoreBm25 } from "./score_bm25.ts";

const CORPUS: Readonly<Record<string, readonly string[]>> = {
  a: ["fn", "login", "user", "password", "login"],
  b: ["fn", "logout", "user"],
  c: ["parse", "json", "value"],
};

function scoresOf(query: readonly string[]): Readonly<Record<string, string>> {
  const texts = Object.values(CORPUS);
  const averageLength = texts.flat().length / texts.length;
  return Object.fromEntries(
    Object.entries(CORPUS).map(([name, words]) => {
      const terms = query.map((term) => ({
        frequency: words.filter((word) => word === term).length,
        documentFrequency: texts.filter((text) => text.includes(term)).length,
      }));
      const lengths = { documents: texts.length, length: words.length, averageLength };
      return [name, scoreBm25(terms, lengths).toFixed(4)];
    }),
  );
}

Deno.test("N-6 scoreBm25() has the check values of the specification", () => {
  assert.deepEqual(scoresOf(["login"]), { a: "1.2235", b: "0.0000", c: "0.0000" });
  assert.deepEqual(scoresOf(["user"]), { a: "0.4091", b: "0.5078", c: "0.0000" });
  assert.deepEqual(scoresOf(["login", "user"]), { a: "1.6326", b: "0.5078", c: "0.0000" });
});

Deno.test("N-6 scoreBm25() is 0 without hits, without a query and for an empty corpus", () => {
  assert.deepEqual(scoresOf(["absent"]), { a: "0.0000", b: "0.0000", c: "0.0000" });
  assert.deepEqual(scoresOf([]), { a: "0.0000", b: "0.0000", c: "0.0000" });
  const term = { frequency: 0, documentFrequency: 0 };
  assert.equal(scoreBm25([term], { documents: 0, length: 0, averageLength: 0 }), 0);
});

Deno.test("scoreBm25() counts a term that every document has for little, never against it", () => {
  const score = scoreBm25([{ frequency: 1, documentFrequency: 2 }], {
    documents: 2,
    length: 3,
    averageLength: 3,
  });
  assert.equal(score, Math.log(1.2)); // ln(1 + (2 − 2 + .5) / (2 + .5)) · 1
});
