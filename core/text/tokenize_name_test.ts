import assert from "node:assert/strict";
import { tokenizeName } from "./tokenize_name.ts";

Deno.test("tokenizeName() adds the origin to offsets and positions", () => {
  assert.deepEqual(tokenizeName("_fooBar", { offset: 10, position: 3 }), [
    { text: "foobar", start: 11, end: 17, position: 3, isPart: false },
    { text: "foo", start: 11, end: 14, position: 3, isPart: true },
    { text: "bar", start: 14, end: 17, position: 4, isPart: true },
  ]);
});

Deno.test("tokenizeName() marks the wholes inside a hyphenated name as parts", () => {
  const tokens = tokenizeName("foo_bar-baz");
  assert.deepEqual(tokens.map(({ text, isPart }) => [text, isPart]), [
    ["foobarbaz", false],
    ["foobar", true],
    ["foo", true],
    ["bar", true],
    ["baz", true],
  ]);
});

Deno.test("tokenizeName() counts a position for each pair of an unspaced script", () => {
  assert.deepEqual(tokenizeName("ab検索語"), [
    { text: "ab", start: 0, end: 2, position: 0, isPart: false },
    { text: "検索", start: 2, end: 4, position: 1, isPart: false },
    { text: "索語", start: 3, end: 5, position: 2, isPart: false },
  ]);
});

Deno.test("tokenizeName() reads a bounded number of parts of data without separators", () => {
  const data = "aa0".repeat(100_000);
  assert.equal(tokenizeName(data).length, 64);
});
