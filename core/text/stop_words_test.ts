import assert from "node:assert/strict";
import { isStopWord } from "./stop_words.ts";

Deno.test("isStopWord() knows function words and question words", () => {
  for (const word of ["the", "of", "for", "if", "while", "how", "what", "where", "does", "don"]) {
    assert.equal(isStopWord(word), true, word);
  }
});

Deno.test("isStopWord() leaves words that programs use as names", () => {
  for (const word of ["all", "any", "get", "set", "new", "then", "next", "null", "re", "os", ""]) {
    assert.equal(isStopWord(word), false, word);
  }
});

Deno.test("isStopWord() takes folded words only", () => {
  assert.equal(isStopWord("The"), false);
  assert.equal(isStopWord("constructor"), false);
});
