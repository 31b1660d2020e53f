import assert from "node:assert/strict";
import { listKeywords } from "./list_keywords.ts";

Deno.test("listKeywords() has the keywords, modifiers and definers of a language, and no names", () => {
  const words: Readonly<Record<string, readonly string[]>> = {
    typescript: ["return", "function", "let", "export", "async", "interface"],
    python: ["return", "def", "self", "init", "async"],
    java: ["public", "static", "return", "class"],
    rust: ["pub", "fn", "impl", "let", "self"],
    go: ["func", "return", "type", "struct"],
    unheard: ["return", "class"],
  };
  for (const [language, expected] of Object.entries(words)) {
    const keywords = listKeywords(language);
    assert.deepEqual(expected.filter((word) => !keywords.has(word)), [], language);
    for (const name of ["cookie", "retry", "session", ""]) assert.ok(!keywords.has(name), name);
  }
});
