import assert from "node:assert/strict";
import fc from "fast-check";
import { BLANK, rangeSize, rowAt, rowText, splitLines, trimRange } from "./split_lines.ts";

Deno.test("splitLines() agrees with String.split on any text", () => {
  const texts = fc.string({
    unit: fc.constantFrom("a", "\n", "\r", " ", "\t", "\u00a0", "é", "\0"),
  });
  fc.assert(fc.property(texts, (text) => {
    const expected = text.split("\n");
    if (expected.at(-1) === "") expected.pop();
    const lines = splitLines(text);
    assert.equal(lines.count, expected.length);
    expected.forEach((line, row) => {
      assert.equal(text.slice(lines.starts[row], (lines.starts[row] ?? 0) + line.length), line);
      assert.equal(lines.indents[row] === BLANK, line.trim() === "");
      if (line.trim() !== "") assert.equal(rowText(text, lines, row), line.trim());
    });
    assert.equal(lines.starts[lines.count], text.length);
  }));
});

Deno.test("splitLines() counts a tab as four columns", () => {
  assert.deepEqual([...splitLines("\t a\n  b\n\n").indents], [5, 2, BLANK]);
});

Deno.test("splitLines() grows its tables for texts of short lines", () => {
  const lines = splitLines("\n".repeat(5000));
  assert.equal(lines.count, 5000);
  assert.equal(lines.starts[4999], 4999);
});

Deno.test("rangeSize(), trimRange() and rowAt() measure rows", () => {
  const lines = splitLines("\nab\n\ncd");
  assert.equal(rangeSize(lines, 1, 3), 6);
  assert.deepEqual(trimRange(lines, 0, 2), { first: 1, last: 1 });
  assert.equal(trimRange(lines, 2, 2), undefined);
  assert.deepEqual([0, 1, 3, 4, 6].map((offset) => rowAt(lines, offset)), [0, 1, 1, 2, 3]);
});
