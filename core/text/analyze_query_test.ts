import assert from "node:assert/strict";
import fc from "fast-check";
import { analyzeWord } from "./analyze.ts";
import { analyzeQuery, MAX_QUERY_TERMS } from "./analyze_query.ts";

function termsOf(text: string): readonly string[] {
  return analyzeQuery(text).map(({ term }) => term);
}

Deno.test("analyzeQuery() drops stop words before stemming", () => {
  assert.deepEqual(termsOf("How does the scanner read files?"), ["scanner", "read", "file"]);
  assert.deepEqual(termsOf("DOES it"), ["doe", "it"]);
});

Deno.test("analyzeQuery() keeps stop words when there is nothing else", () => {
  assert.deepEqual(termsOf("what is this"), ["what", "is", "thi"]);
});

Deno.test("analyzeQuery() is empty for a query without words", () => {
  for (const text of ["", "   ", "?!", "😀", "\ud83d", "x"]) assert.deepEqual(termsOf(text), []);
});

Deno.test("analyzeQuery() drops stop words among the parts of a name, but not the whole name", () => {
  assert.deepEqual(termsOf("isOpen"), ["isopen", "open"]);
});

Deno.test("analyzeQuery() counts terms and keeps the order of first appearance", () => {
  assert.deepEqual(analyzeQuery("server of servers, HTTPServer"), [
    { term: "server", count: 3, position: 0, isPart: false, partTerms: [] },
    { term: "httpserver", count: 1, position: 3, isPart: false, partTerms: ["http", "server"] },
    { term: "http", count: 1, position: 3, isPart: true, partTerms: [] },
  ]);
  assert.equal(
    analyzeQuery("HTTPServer server").find(({ term }) => term === "server")?.isPart,
    false,
  );
  assert.equal(analyzeQuery("HTTPServer").find(({ term }) => term === "server")?.isPart, true);
});

Deno.test("analyzeQuery() keeps the leading and the most repeated terms of a long query", () => {
  const once = Array.from(
    { length: 1000 },
    (_, index) => `term${index}x`.replaceAll(/\d/g, letter),
  );
  const text = `${once.join(" ")} ${once.slice(900).join(" ")}`;
  const terms = analyzeQuery(text);
  assert.equal(terms.length, MAX_QUERY_TERMS);
  assert.deepEqual(terms.slice(0, 128).map(({ count }) => count), new Array(128).fill(1));
  assert.equal(terms.filter(({ count }) => count === 2).length, 100);
  assert.deepEqual(terms.map(({ position }) => position), [
    ...Array.from({ length: 156 }, (_, index) => index),
    ...Array.from({ length: 100 }, (_, index) => 900 + index),
  ]);
});

function letter(digit: string): string {
  return "bcdfghjklm".charAt(Number(digit));
}

Deno.test("analyzeQuery() finds the same whole for a name in any case style", () => {
  const parts = fc.array(fc.string({ unit: lowerCaseLetter(), minLength: 2, maxLength: 8 }), {
    minLength: 2,
    maxLength: 5,
  });
  fc.assert(fc.property(parts, (words) => {
    const [whole] = analyzeWord(words.join(""));
    const [first = "", ...rest] = words;
    const styles = [
      words.join("_"),
      words.join("_").toUpperCase(),
      words.join("-"),
      words.map(capitalise).join(""),
      first + rest.map(capitalise).join(""),
      words.join(""),
    ];
    for (const style of styles) {
      const found = analyzeQuery(style).find(({ isPart }) => !isPart);
      assert.equal(found?.term, whole, style);
    }
  }));
});

function lowerCaseLetter(): fc.Arbitrary<string> {
  return fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
