import assert from "node:assert/strict";
import fc from "fast-check";
import { embeddingWords, embeddingWordsOfName } from "./embedding_words.ts";
import { MAX_TERM_LENGTH } from "./tokenize_name.ts";
import { createWordCache } from "./word_cache.ts";

const CASES: readonly (readonly [text: string, words: readonly string[]])[] = [
  ["parseHTTPServerURLs", ["parse", "http", "server", "urls"]],
  ["connections are connecting", ["connections", "are", "connecting"]],
  ["--max-file-bytes=10", ["max", "file", "bytes", "10"]],
  ["getUser-byId", ["get", "user", "by", "id"]],
  ["a x_y utf8", ["utf", "8"]],
  ["the the", ["the", "the"]],
  ["Crème Brûlée", ["creme", "brulee"]],
  ["sprachAuswahl_größe", ["sprach", "auswahl", "grosse"]],
  ["検索語 fetch索引", ["検索", "索語", "fetch", "索引"]],
  ["木", ["木"]],
  ["поисковыйИндекс", ["поисковый", "индекс"]],
  ["", []],
];

for (const [text, words] of CASES) {
  Deno.test(`embeddingWords() reads ${JSON.stringify(text)} as ${JSON.stringify(words)}`, () => {
    assert.deepEqual(embeddingWords(text), words);
  });
}

Deno.test("embeddingWords() returns the same words with and without a cache", () => {
  const lookup = createWordCache(embeddingWordsOfName, { maxWords: 8 });
  const text = fc.array(
    fc.oneof(fc.string(), fc.constantFrom("HTTPServer", "re-run", "検索語", "_", "a1B2", "é")),
    { maxLength: 20 },
  ).map((pieces) => pieces.join(" "));
  fc.assert(fc.property(text, (text) => {
    assert.deepEqual(embeddingWords(text, lookup), embeddingWords(text));
  }));
});

Deno.test("embeddingWords() returns folded words that are not empty, for any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    for (const word of embeddingWords(text)) {
      assert.notEqual(word, "");
      assert.equal(word, word.toLowerCase());
    }
  }));
});

Deno.test("embeddingWords() omits text that is too long for a word", () => {
  assert.deepEqual(embeddingWords(`${"a".repeat(MAX_TERM_LENGTH + 1)} end`), ["end"]);
});
