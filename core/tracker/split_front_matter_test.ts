import assert from "node:assert/strict";
import { splitFrontMatter } from "./split_front_matter.ts";

Deno.test("splitFrontMatter() cuts at the lines of dashes", () => {
  const cut: readonly (readonly [text: string, frontMatter: string, body: string])[] = [
    ["---\na: b\n---\nText\n", "a: b", "Text\n"],
    ["---\r\na: b\r\nc: d\r\n--- \r\nText", "a: b\r\nc: d", "Text"],
    ["---\n---\nText", "", "Text"],
    ["\uFEFF---\n\n---", "", ""],
    ["---\na: b\n---\n---\n", "a: b", "---\n"],
  ];
  for (const [text, frontMatter, body] of cut) {
    assert.deepEqual(splitFrontMatter(text), { frontMatter, body }, text);
  }
});

Deno.test("splitFrontMatter() finds none where no line closes it or something stands above", () => {
  const whole = [
    "Text",
    "---\na: b\n",
    "---\na: b\n----\n",
    "\n---\na: b\n---\n",
    "--- a\n---\n",
    "---",
  ];
  for (const text of whole) {
    assert.deepEqual(splitFrontMatter(text), { frontMatter: undefined, body: text });
  }
  const long = `---\n${"a line\n".repeat(150_000)}`;
  assert.equal(splitFrontMatter(long).frontMatter, undefined);
  assert.equal(splitFrontMatter(`${long}---\nText`).body, "Text");
});
