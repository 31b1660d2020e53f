import assert from "node:assert/strict";
import { compareWords } from "./compare_words.ts";

Deno.test("compareWords() gives the cosine of the words, weighted by how few texts have them", () => {
  const [same, other, none] = compareWords("alpha beta", ["alpha beta", "alpha gamma", "delta"]);
  assert.equal(same!.value.toFixed(4), "1.0000");
  // Of four texts three have alpha, two beta and one gamma.
  const [alpha, beta, gamma] = [3, 2, 1].map((n) => Math.log(1 + (4 - n + .5) / (n + .5)));
  const expected = alpha! ** 2 / (Math.hypot(alpha!, beta!) * Math.hypot(alpha!, gamma!));
  assert.equal(other!.value.toFixed(6), expected.toFixed(6));
  assert.equal(expected.toFixed(4), "0.1300");
  assert.deepEqual([none!.value, none!.shared], [0, []]);
});

Deno.test("compareWords() tells the words in common as they are written, the rarest first", () => {
  const [first] = compareWords("retryUpload(file, 7)", [
    "function again(file) { retryUpload(file, 7) }",
    "file",
    "file",
  ]);
  assert.equal(first!.shared[0], "retryUpload");
  assert.ok(!first!.shared.includes("7"));
});

Deno.test("compareWords() says of a text without words that it is like none", () => {
  assert.deepEqual(compareWords("", ["", "alpha"]).map(({ value }) => value), [0, 0]);
  assert.deepEqual(compareWords("alpha", []), []);
});
