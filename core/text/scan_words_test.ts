import assert from "node:assert/strict";
import fc from "fast-check";
import { scanWords } from "./scan_words.ts";

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  scanWords(text, (start, end) => words.push(text.slice(start, end)));
  return words;
}

Deno.test("scanWords() visits runs of letters, marks, digits, `_` and `$`", () => {
  assert.deepEqual(wordsOf("const $el_1 = a.b['utf8'];"), ["const", "$el_1", "a", "b", "utf8"]);
  assert.deepEqual(wordsOf("cafe\u0301 naïve Жук 漢字 ไทย"), [
    "cafe\u0301",
    "naïve",
    "Жук",
    "漢字",
    "ไทย",
  ]);
});

Deno.test("scanWords() ends a word at a hyphen", () => {
  assert.deepEqual(wordsOf("re-run --x"), ["re", "run", "x"]);
});

Deno.test("scanWords() visits nothing where there are no words", () => {
  assert.deepEqual(wordsOf(""), []);
  assert.deepEqual(wordsOf(" \n\t+-😀"), []);
});

Deno.test("scanWords() keeps letters beyond the basic plane and drops lone surrogates", () => {
  assert.deepEqual(wordsOf("a𠮷b"), ["a𠮷b"]);
  assert.deepEqual(wordsOf("a\ud842b\udfb7c"), ["a", "b", "c"]);
  assert.deepEqual(wordsOf("\ud842"), []);
});

Deno.test("scanWords() agrees with a regular expression on any text", () => {
  const piece = fc.constantFrom(
    "a",
    "Z",
    "0",
    "_",
    "$",
    "-",
    " ",
    "\u0301",
    "漢",
    "\ud842",
    "\udfb7",
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(piece).map((pieces) => pieces.join("")),
  );
  fc.assert(fc.property(text, (value) => {
    assert.deepEqual(wordsOf(value), value.match(/[\p{L}\p{M}\p{N}_$]+/gu) ?? []);
  }));
});
