import assert from "node:assert/strict";
import { findSymbols } from "./find_symbols.ts";

function symbolsIn(line: string): readonly string[] {
  return findSymbols(line, 0).map(({ names, form }) => `${names.join(" ")} ${form}`);
}

Deno.test("findSymbols() finds qualified names in the notations of all languages", () => {
  const notations = [
    "Store::open",
    "Store.open",
    "Store#open",
    "Store->open",
    "Store.open()",
    "Store.open/2",
    "Store?.open",
    "Store\\open",
    "&Store::open",
    "@Store.open",
  ];
  for (const notation of notations) {
    assert.deepEqual(symbolsIn(`why does ${notation} hang`), ["Store open qualified"], notation);
  }
  assert.deepEqual(symbolsIn("django.utils.text.slugify"), ["django utils text slugify qualified"]);
});

Deno.test("findSymbols() finds names of several parts and called names", () => {
  assert.deepEqual(
    symbolsIn("parseUrl, max_size, MAX_SIZE, HttpServer, __init__ and run() differ"),
    [
      "parseUrl compound",
      "max_size compound",
      "MAX_SIZE compound",
      "HttpServer compound",
      "__init__ compound",
      "run call",
    ],
  );
});

Deno.test("findSymbols() ignores prose, products and hosts", () => {
  const lines = [
    "The server reads it. Then it stops.",
    "It ends.Then it starts",
    "GitHub and JavaScript, e.g. on example.com, IDs and URLs",
    "a-b, 1.5, v2.0 and so on",
  ];
  for (const line of lines) assert.deepEqual(symbolsIn(line), [], line);
});

Deno.test("findSymbols() finds a name beside letters of another script", () => {
  assert.deepEqual(symbolsIn("関数parseUrlを呼ぶ"), ["parseUrl compound"]);
});

Deno.test("findSymbols() ignores a chain of more than ten names as data", () => {
  assert.deepEqual(symbolsIn("a.b.c.d.e.f.g.h.i.j"), ["a b c d e f g h i j qualified"]);
  assert.deepEqual(symbolsIn("a.b.c.d.e.f.g.h.i.j.k"), []);
});

Deno.test("findSymbols() returns offsets into the text, without marks and brackets", () => {
  const text = "x\nuse @Store.open() here";
  const [found] = findSymbols("use @Store.open() here", 2);
  assert.equal(text.slice(found?.start, found?.end), "Store.open");
});
