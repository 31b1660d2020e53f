import assert from "node:assert/strict";
import { wrapLines, wrapText } from "./wrap_text.ts";

Deno.test("wrapText() loses nothing and keeps the width", () => {
  const texts = [
    "",
    "a",
    "a b",
    "word ".repeat(50),
    "x".repeat(100),
    "😀".repeat(30),
    " ".repeat(50),
  ];
  for (const text of texts) {
    for (const width of [2, 3, 10, 79]) {
      const lines = wrapText(text, width);
      assert.equal(lines.join(""), text);
      for (const line of lines) {
        assert.ok(line.trimEnd().length <= width, `${width}: ${line}`);
        assert.ok(line.isWellFormed());
      }
    }
  }
});

Deno.test("wrapLines() aligns continuations after the name or the number of a line", () => {
  assert.equal(
    wrapLines("index    one two three four\n  12. one two three four\nshort\n", 20),
    "index    one two\n         three four\n  12. one two three\n      four\nshort\n",
  );
});
