import assert from "node:assert/strict";
import { scoreBm25 } from "./score_bm25.ts";

const CORPUS: Readonly<Record<string, readonly string[]>> = {
  a: ["fn", "login", "user", "password", "login"],
  b: ["fn", "logout", "user"],
  c: ["parse", "json", "value"],
};

function scoresOf(query: readonly string[]): Readonly<Record<string, string>> {
  const texts = Object.values(CORPUS);
  const scores = scoreBm25({
    lengths: Uint32Array.from(texts, (words) => words.length),
    terms: query.map((term) => {
      const documentIndexes = [...texts.keys()].filter((place) => texts[place]!.includes(term));
      const count = (place: number) => texts[place]!.filter((word) => word === term).length;
      return { documentIndexes, counts: documentIndexes.map(count) };
    }),
  });
  return Object.fromEntries(Object.keys(CORPUS).map((name, i) => [name, scores[i]!.toFixed(4)]));
}

Deno.test("N-6 scoreBm25() has the check values of the specification", () => {
  assert.deepEqual(scoresOf(["login"]), { a: "1.2235", b: "0.0000", c: "0.0000" });
  assert.deepEqual(scoresOf(["user"]), { a: "0.4091", b: "0.5078", c: "0.0000" });
  assert.deepEqual(scoresOf(["login", "user"]), { a: "1.6326", b: "0.5078", c: "0.0000" });
});

Deno.test("N-6 scoreBm25() is 0 without hits, without a query and for an empty corpus", () => {
  assert.deepEqual(scoresOf(["absent"]), { a: "0.0000", b: "0.0000", c: "0.0000" });
  assert.deepEqual(scoresOf([]), { a: "0.0000", b: "0.0000", c: "0.0000" });
  const none = { documentIndexes: [], counts: [] };
  assert.deepEqual([...scoreBm25({ lengths: new Uint32Array(0), terms: [none] })], []);
  assert.deepEqual([...scoreBm25({ lengths: Uint32Array.of(0), terms: [none] })], [0]);
});

Deno.test("scoreBm25() gives a term that every document has a low score above 0", () => {
  const scores = scoreBm25({
    lengths: Uint32Array.of(3, 3),
    terms: [{ documentIndexes: [0, 1], counts: [1, 1] }],
  });
  // ln(1 + (2 − 2 + .5) / (2 + .5)) · 1
  assert.deepEqual([...scores], [Math.log(1.2), Math.log(1.2)]);
});
