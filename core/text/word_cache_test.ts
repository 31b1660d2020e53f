import assert from "node:assert/strict";
import fc from "fast-check";
import { analyzeWord } from "./analyze.ts";
import { scanNames } from "./scan_names.ts";
import { createWordCache } from "./word_cache.ts";

Deno.test("createWordCache() computes a word once, at any offset", () => {
  const computed: string[] = [];
  const lookUp = createWordCache((word) => computed.push(word));
  assert.equal(lookUp("foo bar foo", 0, 3), 1);
  assert.equal(lookUp("foo bar foo", 4, 7), 2);
  assert.equal(lookUp("foo bar foo", 8, 11), 1);
  assert.equal(lookUp("a bar", 2, 5), 2);
  assert.deepEqual(computed, ["foo", "bar"]);
});

Deno.test("createWordCache() does not cache words longer than a term", () => {
  let calls = 0;
  const lookUp = createWordCache((word) => {
    calls++;
    return word;
  });
  const word = "x".repeat(65);
  assert.equal(lookUp(word, 0, 65), word);
  assert.equal(lookUp(word, 0, 65), word);
  assert.equal(calls, 2);
});

Deno.test("createWordCache() returns the result of the right word in the smallest cache", () => {
  const lookUp = createWordCache((word) => word, { maxWords: 2 });
  const texts = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "é", "漢"), maxLength: 3 }));
  fc.assert(fc.property(texts, (words) => {
    for (const word of words) assert.equal(lookUp(`<${word}>`, 1, word.length + 1), word);
  }));
});

Deno.test("createWordCache() distinguishes two words with the same hash", () => {
  // Pairs with the same 32-bit FNV-1a hash, which determines the bucket of a word.
  const pairs = [["costarring", "liquid"], ["bavadof", "kufamob"], ["947356", "1061680"]] as const;
  for (const maxWords of [2, undefined]) {
    const computed: string[] = [];
    const lookUp = createWordCache((word) => {
      computed.push(word);
      return word;
    }, maxWords === undefined ? {} : { maxWords });
    for (const [a, b] of pairs) {
      assert.equal(fnv1a(a), fnv1a(b));
      for (const word of [a, b, a, b, b, a]) assert.equal(lookUp(word, 0, word.length), word);
    }
    // A bucket has two words, so both words of a pair are cached.
    assert.deepEqual(computed, pairs.flat());
  }
});

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

Deno.test("createWordCache() caches an undefined value as well", () => {
  let calls = 0;
  const lookUp = createWordCache(() => {
    calls++;
    return undefined;
  });
  lookUp("word", 0, 4);
  lookUp("word", 0, 4);
  assert.equal(calls, 1);
});

Deno.test("createWordCache() rejects a size smaller than a bucket", () => {
  for (const maxWords of [0, 1, -1, NaN, Infinity]) {
    assert.throws(() => createWordCache((word) => word, { maxWords }), RangeError);
  }
});

Deno.test("createWordCache() returns the terms of analyzeWord()", () => {
  const lookUp = createWordCache(analyzeWord);
  const text = "HTTPServer re-runs http_server 検索語 HTTPServer";
  for (let round = 0; round < 2; round++) {
    scanNames(text, (start, end) => {
      assert.deepEqual(lookUp(text, start, end), analyzeWord(text.slice(start, end)));
    });
  }
});
