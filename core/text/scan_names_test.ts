import assert from "node:assert/strict";
import fc from "fast-check";
import { listNamesInText, scanNames, scanWords } from "./scan_names.ts";
import { MAX_TERM_LENGTH } from "./tokenize_name.ts";

function namesOf(text: string): readonly string[] {
  const names: string[] = [];
  scanNames(text, (start, end) => names.push(text.slice(start, end)));
  return names;
}

Deno.test("scanNames() joins words at single hyphens", () => {
  assert.deepEqual(namesOf("a max-file-bytes limit"), ["a", "max-file-bytes", "limit"]);
  assert.deepEqual(namesOf("--dry-run"), ["dry-run"]);
  assert.deepEqual(namesOf("snake_case-kebab"), ["snake_case-kebab"]);
});

Deno.test("scanNames() does not join over two hyphens, spaces or the end of the text", () => {
  assert.deepEqual(namesOf("ab--cd"), ["ab", "cd"]);
  assert.deepEqual(namesOf("ab -cd"), ["ab", "cd"]);
  assert.deepEqual(namesOf("ab- cd-"), ["ab", "cd"]);
  assert.deepEqual(namesOf("-ab"), ["ab"]);
});

Deno.test("scanNames() does not join short words or those that begin with a digit", () => {
  assert.deepEqual(namesOf("x-ab ab-x"), ["x", "ab", "ab", "x"]);
  assert.deepEqual(namesOf("2024-10-18 utf-8 ab-2d-ef"), [
    "2024",
    "10",
    "18",
    "utf",
    "8",
    "ab",
    "2d",
    "ef",
  ]);
  assert.deepEqual(namesOf("ab-cd-e-fg-hi"), ["ab-cd", "e", "fg-hi"]);
});

Deno.test("scanNames() cuts a long chain at the length of a term", () => {
  const names = namesOf("word-".repeat(1000));
  for (const name of names) assert.ok(name.length <= MAX_TERM_LENGTH);
  assert.equal(names.join("-"), "word-".repeat(1000).slice(0, -1));
});

Deno.test("scanNames() visits every word of any text exactly once", () => {
  const unit = fc.constantFrom(..."aBc1_-. 漢");
  fc.assert(fc.property(fc.string({ unit, maxLength: 200 }), (text) => {
    const words: number[] = [];
    scanWords(text, (start, end) => words.push(start, end));
    const covered: number[] = [];
    scanNames(text, (offset, limit) => {
      scanWords(text.slice(offset, limit), (start, end) => {
        covered.push(start + offset, end + offset);
      });
    });
    assert.deepEqual(covered, words);
  }));
});

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

Deno.test("listNamesInText() returns the names that scanNames() visits, for any text", () => {
  const characters = fc.constantFrom(..."ab-_$ 1\n.é中");
  const texts = fc.oneof(
    fc.string({ unit: characters, maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(..."ab-_1 "), maxLength: 200 }),
  );
  fc.assert(fc.property(texts, (text) => assert.deepEqual(listNamesInText(text), namesOf(text))));
  const chain = "long-name-".repeat(20);
  assert.deepEqual(listNamesInText(`a ${chain}`), namesOf(`a ${chain}`));
});
