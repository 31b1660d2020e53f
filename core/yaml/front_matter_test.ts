import assert from "node:assert/strict";
import { splitFrontMatter } from "./front_matter.ts";

Deno.test("splitFrontMatter() splits at the lines of dashes", () => {
  const cut: readonly (readonly [text: string, frontMatter: string, body: string])[] = [
    ["---\na: b\n---\nText\n", "a: b", "Text\n"],
    ["---\r\na: b\r\nc: d\r\n--- \r\nText", "a: b\r\nc: d", "Text"],
    ["---\n---\nText", "", "Text"],
    ["\uFEFF---\n\n---", "", ""],
    ["---\na: b\n---\n---\n", "a: b", "---\n"],
  ];
  for (const [text, frontMatter, body] of cut) {
    const bodyLine = text.trimEnd().split("\n").length + (body === "" ? 1 : 0);
    const split = { frontMatter, body, bodyLine, isUnclosed: false };
    assert.deepEqual(splitFrontMatter(text), split, text);
  }
});

Deno.test("splitFrontMatter() finds none without a closing line or with text above it", () => {
  const whole: readonly (readonly [text: string, isUnclosed: boolean])[] = [
    ["Text", false],
    ["---\na: b\n", true],
    ["---\na: b\n----\n", true],
    ["\n---\na: b\n---\n", false],
    ["--- a\n---\n", false],
    ["---", false],
  ];
  for (const [body, isUnclosed] of whole) {
    const split = { frontMatter: undefined, body, bodyLine: 1, isUnclosed };
    assert.deepEqual(splitFrontMatter(body), split);
  }
  const long = `---\n${"a line\n".repeat(150_000)}`;
  assert.equal(splitFrontMatter(long).frontMatter, undefined);
  assert.equal(splitFrontMatter(`${long}---\nText`).body, "Text");
});
