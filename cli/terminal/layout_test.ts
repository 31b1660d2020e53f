import assert from "node:assert/strict";
import { renderColumns, wrapLines, wrapText } from "./layout.ts";

Deno.test("renderColumns() puts cells below each other, numbers by their end, and no blanks at the end", () => {
  assert.equal(
    renderColumns([["1", "a", "x"], ["10", "bcd", ""]], [
      { title: "ID", right: true },
      { title: "NAME" },
      {},
    ]),
    "ID  NAME\n 1  a     x\n10  bcd\n",
  );
});

Deno.test("renderColumns() has no line of titles without titles, and nothing for no rows", () => {
  assert.equal(renderColumns([["a", "b"]], [{}, {}]), "a  b\n");
  assert.equal(renderColumns([], [{}, {}]), "");
});

Deno.test("wrapText() loses nothing and keeps to the width", () => {
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

Deno.test("wrapLines() goes on behind the name or the number of a line", () => {
  assert.equal(
    wrapLines("index    one two three four\n  12. one two three four\nshort\n", 20),
    "index    one two\n         three four\n  12. one two three\n      four\nshort\n",
  );
});
