import assert from "node:assert/strict";
import fc from "fast-check";
import { LineIndex } from "./line_index.ts";

const anyText = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r", "é", "😀") });

Deno.test("LineIndex counts lines as editors number them", () => {
  const counts: readonly (readonly [string, number])[] = [
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["a\nb", 2],
    ["\n", 1],
    ["\n\n", 2],
    ["a\r\nb\r\n", 2],
    ["a\rb", 1],
  ];
  for (const [text, count] of counts) {
    assert.equal(new LineIndex(text).lineCount, count, JSON.stringify(text));
  }
});

Deno.test("LineIndex.positionAt() gives the line of each character and of the end", () => {
  const lines = new LineIndex("ab\r\n\nc\n");
  const found = Array.from({ length: 8 }, (_, offset) => {
    const { line, column } = lines.positionAt(offset);
    return `${line}:${column}`;
  });
  assert.deepEqual(found, ["1:1", "1:2", "1:3", "1:4", "2:1", "3:1", "3:2", "3:3"]);
  assert.deepEqual(new LineIndex("").positionAt(0), { line: 1, column: 1 });
});

Deno.test("LineIndex.positionAt() refuses offsets outside the text", () => {
  for (const offset of [-1, 3, 0.5, NaN]) {
    assert.throws(() => new LineIndex("ab").positionAt(offset), RangeError, String(offset));
  }
});

Deno.test("LineIndex.offsetAt() is the inverse of positionAt()", () => {
  fc.assert(fc.property(anyText, fc.nat(), (text, seed) => {
    fc.pre(text.length > 0);
    const lines = new LineIndex(text);
    const offset = seed % (text.length + 1);
    assert.equal(lines.offsetAt(lines.positionAt(offset)), offset);
  }));
});

Deno.test("LineIndex.offsetAt() stays inside its line and refuses lines that are not there", () => {
  const lines = new LineIndex("ab\ncd");
  assert.equal(lines.offsetAt({ line: 1, column: 99 }), 3);
  assert.equal(lines.offsetAt({ line: 2, column: 99 }), 5);
  assert.throws(() => lines.offsetAt({ line: 0, column: 1 }), RangeError);
  assert.throws(() => lines.offsetAt({ line: 3, column: 1 }), RangeError);
  assert.throws(() => lines.offsetAt({ line: 1, column: 0 }), {
    name: "RangeError",
    message: "Cannot find the offset as the column must be an integer >= 1: current value is 0",
  });
});

Deno.test("LineIndex.slice() gives whole lines with their line ends", () => {
  const lines = new LineIndex("one\r\ntwo\nthree");
  assert.equal(lines.slice(1, 1), "one\r\n");
  assert.equal(lines.slice(2, 3), "two\nthree");
  assert.throws(() => lines.slice(2, 1), RangeError);
  assert.throws(() => lines.slice(1, 4), RangeError);
});

Deno.test("LineIndex.slice() of each line in turn gives back the text", () => {
  fc.assert(fc.property(anyText, (text) => {
    const lines = new LineIndex(text);
    const slices = Array.from({ length: lines.lineCount }, (_, index) => {
      return lines.slice(index + 1, index + 1);
    });
    assert.equal(slices.join(""), text);
    assert.ok(slices.every((slice) => slice.indexOf("\n") === -1 || slice.endsWith("\n")));
  }));
});
