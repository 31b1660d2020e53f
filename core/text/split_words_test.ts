import assert from "node:assert/strict";
import { splitWords } from "./split_words.ts";

Deno.test("splitWords() keeps quoted text together", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["", []],
    ["  a  b ", ["a", "b"]],
    [`"a b" 'c d'e ""`, ["a b", "c de", ""]],
    ["a\\ b c", ["a b", "c"]],
    ["C:\\dir", ["C:\\dir"]],
    [`"a\\"b" '\\'`, ['a"b', "\\"]],
    ["don't stop", ["don't", "stop"]],
    [`"$(a b)" c`, ["$(a b)", "c"]],
    [`say "it's"`, ["say", "it's"]],
  ];
  for (const [text, words] of cases) assert.deepEqual(splitWords(text), words, text);
});
