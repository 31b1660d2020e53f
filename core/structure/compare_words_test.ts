import assert from "node:assert/strict";
import { compareWords } from "./compare_words.ts";

/** Returns texts, each in its own file. */
function texts(...list: readonly string[]) {
  return list.map((text, at) => ({ text, path: `${at}.ts` }));
}

Deno.test("compareWords() returns the cosine of the words, weighted by their rarity", () => {
  const [same, other, none] = compareWords(
    "alpha beta",
    texts("alpha beta", "alpha gamma", "delta"),
  );
  assert.equal(same!.value.toFixed(4), "1.0000");
  // Three of four texts have alpha, two beta and one gamma.
  const [alpha, beta, gamma] = [3, 2, 1].map((n) => Math.log(1 + (4 - n + .5) / (n + .5)));
  const expected = alpha! ** 2 / (Math.hypot(alpha!, beta!) * Math.hypot(alpha!, gamma!));
  assert.equal(other!.value.toFixed(6), expected.toFixed(6));
  assert.equal(expected.toFixed(4), "0.1300");
  assert.deepEqual([none!.value, none!.shared], [0, []]);
});

Deno.test("compareWords() returns the shared words as written, the rarest first", () => {
  const [first] = compareWords(
    "retryUpload(file, 7)",
    texts("function again(file) { retryUpload(file, 7) }", "file", "file"),
  );
  assert.equal(first!.shared[0], "retryUpload");
  assert.ok(!first!.shared.includes("7"));
});

Deno.test("compareWords() returns no similarity for a text without words", () => {
  assert.deepEqual(compareWords("", texts("", "alpha")).map(({ value }) => value), [0, 0]);
  assert.deepEqual(compareWords("alpha", []), []);
});

Deno.test("compareWords() lists no word that many files have, and counts no ignored word", () => {
  const others = texts("public retry cookie", "cookie jar", "cookie box", "cookie tin");
  const [first, second] = compareWords("public retry cookie", others, new Set(["public"]));
  assert.deepEqual(first!.shared, ["retry"]);
  assert.deepEqual(second!.shared, []);
  const oneFile = others.map((one) => ({ ...one, path: "a.ts" }));
  assert.deepEqual(compareWords("cookie", oneFile)[1]!.shared, ["cookie"]);
  const [none] = compareWords("public", texts("public"), new Set(["public"]));
  assert.equal(none!.value, 0);
});
