import assert from "node:assert/strict";
import fc from "fast-check";
import { analyzeWord } from "../text/analyze.ts";
import { createTermFinder } from "./index_parts.ts";

Deno.test("createTermFinder() returns the terms of a name in order, with repetitions", () => {
  const find = createTermFinder(["http", "httpserver", "server"]);
  assert.deepEqual(find("HTTPServer"), [1, 0, 2]);
  assert.deepEqual(find("http_server"), [1, 0, 2]);
  assert.deepEqual(find("http-http"), [0, 0]);
  assert.deepEqual(find("client"), []);
});

Deno.test("createTermFinder() finds words with another end than their stem, and non-ASCII words", () => {
  const words = [
    "possibility",
    "relational",
    "queries",
    "flies",
    "days",
    "conflated",
    "Größe",
    "v2",
  ];
  const find = createTermFinder(words.flatMap(analyzeWord));
  for (const [i, word] of words.entries()) assert.ok(find(word).length > 0, `${i} ${word}`);
});

Deno.test("createTermFinder() finds every term of the analysis of any name", () => {
  const endings = "ies ied ying ational ization biliti bility iveness ously ement ed eed s es y ly";
  const piece = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."abeilotyzABIT"), minLength: 1, maxLength: 8 }),
    fc.constantFrom(...endings.split(" ")),
    fc.constantFrom("_", "-", "$", "2", "é"),
  );
  const names = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(names, (name) => {
      const terms = [...new Set(analyzeWord(name))];
      const expected = analyzeWord(name).map((term) => terms.indexOf(term));
      assert.deepEqual(createTermFinder(terms)(name), expected);
      for (const [i, term] of terms.entries()) {
        const alone = createTermFinder([term])(name);
        assert.deepEqual(alone, expected.filter((number) => number === i).map(() => 0));
      }
    }),
    { numRuns: 2000 },
  );
});
