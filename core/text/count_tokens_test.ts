import assert from "node:assert/strict";
import fc from "fast-check";
import {
  countChars4,
  createTokenEstimateCache,
  estimateTokens,
  TOKEN_ESTIMATORS,
} from "./count_tokens.ts";

const ANY_TEXT = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("a", "B", " ", "\n", "\t", "9", ".", "é", "界", "é", "🚀") }),
);

Deno.test("estimateTokens() charges short words, their spaces and one symbol before them once", () => {
  assert.equal(estimateTokens(""), 0);
  assert.equal(estimateTokens("a"), 1);
  assert.equal(estimateTokens("one two three"), 3);
  // The line break belongs to the full stop before it.
  assert.equal(estimateTokens("One two.\n"), 3);
});

Deno.test("estimateTokens() cuts words at a step from lower to upper case", () => {
  assert.equal(estimateTokens("parse"), 1);
  assert.equal(estimateTokens("parseUrlPath"), 3);
});

Deno.test("estimateTokens() groups digits by three and reads indentation as one piece", () => {
  assert.equal(estimateTokens("123456789"), 3);
  assert.equal(estimateTokens("1234567890"), 4);
  assert.equal(estimateTokens("\n                return"), estimateTokens("\n    return"));
});

Deno.test("estimateTokens() charges scripts without spaces by their letters", () => {
  // 35 + 69 for each letter, in hundredths of a token.
  assert.equal(estimateTokens("索引"), 2);
  assert.equal(estimateTokens("索引是一个可以随时删除的缓存"), 11);
});

Deno.test("estimateTokens() charges long words, capitals and accents more than plain words", () => {
  const plain = estimateTokens(" state".repeat(100));
  assert.equal(plain, 100);
  for (const word of [" stateful", " STATE", " staté", " Statehood"]) {
    assert.ok(estimateTokens(word.repeat(100)) > plain, word);
  }
});

Deno.test("estimateTokens() is a whole number, 0 for the empty text only", () => {
  fc.assert(fc.property(ANY_TEXT, (text) => {
    const tokens = estimateTokens(text);
    return Number.isSafeInteger(tokens) && (tokens === 0) === (text === "");
  }));
});

Deno.test("createTokenEstimateCache() estimates as estimateTokens() does, after any other text", () => {
  const line = fc.constantFrom("", " ", "a b", "c.", "é1", "}", "\r", "界\r\n", "\n", "🚀 D");
  const lines = fc.array(fc.oneof(line, ANY_TEXT)).map((all) => all.join("\n"));
  const count = createTokenEstimateCache();
  fc.assert(
    fc.property(fc.oneof(lines, ANY_TEXT), lines, (a, b) => {
      for (const text of [a, a + b, b + a]) assert.equal(count(text), estimateTokens(text));
    }),
    { numRuns: 500 },
  );
});

Deno.test("estimateTokens() of two texts joined by a line break is at most the sum of both", () => {
  fc.assert(
    fc.property(ANY_TEXT, ANY_TEXT, (a, b) => {
      const first = `${a}\n`;
      return estimateTokens(first + b) <= estimateTokens(first) + estimateTokens(b);
    }),
    { numRuns: 500 },
  );
});

Deno.test("estimateTokens() never falls when a line is added", () => {
  fc.assert(
    fc.property(ANY_TEXT, ANY_TEXT, (a, b) => {
      return estimateTokens(`${a}\n${b}\n`) >= estimateTokens(`${a}\n`);
    }),
    { numRuns: 500 },
  );
});

Deno.test("countChars4() is a quarter of the code points, rounded up", () => {
  assert.deepEqual(["", "a", "abcd", "abcde", "🚀🚀🚀🚀", "\ud83d", "\ud83da"].map(countChars4), [
    0,
    1,
    1,
    2,
    1,
    1,
    1,
  ]);
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert.equal(countChars4(text), Math.ceil([...text].length / 4));
  }));
});

Deno.test("TOKEN_ESTIMATORS lists each estimator under its name", () => {
  for (const [name, estimator] of Object.entries(TOKEN_ESTIMATORS)) {
    assert.equal(estimator.name, name);
    assert.equal(estimator.count("three short words"), name === "piece" ? 3 : 5);
  }
});
