import assert from "node:assert/strict";
import { isStopWord } from "./stop_words.ts";

Deno.test("isStopWord() is true for function words and question words", () => {
  for (const word of ["the", "of", "for", "if", "while", "how", "what", "where", "does", "don"]) {
    assert.equal(isStopWord(word), true, word);
  }
});

Deno.test("isStopWord() is false for words that programs use as names", () => {
  for (const word of ["all", "any", "get", "set", "new", "then", "next", "null", "re", "os", ""]) {
    assert.equal(isStopWord(word), false, word);
  }
});

Deno.test("isStopWord() accepts only folded words", () => {
  assert.equal(isStopWord("The"), false);
  assert.equal(isStopWord("constructor"), false);
});
