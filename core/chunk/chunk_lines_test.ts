import assert from "node:assert/strict";
import { chunkLines, MAXIMUM_CODE_CHUNK, MINIMUM_CODE_CHUNK } from "./chunk_lines.ts";

function ranges(text: string): [number, number][] {
  return chunkLines(text).map(({ startLine, endLine }) => [startLine, endLine]);
}

Deno.test("chunkLines() keeps a text that fits in one chunk", () => {
  assert.deepEqual(ranges("a\n\nb\n"), [[1, 3]]);
});

Deno.test("chunkLines() makes windows of at most the maximum from even lines", () => {
  const line = `${"x".repeat(99)}\n`;
  const text = line.repeat(60);
  for (const [first, last] of ranges(text)) {
    const size = (last - first + 1) * line.length;
    assert.ok(size >= MINIMUM_CODE_CHUNK && size <= MAXIMUM_CODE_CHUNK);
  }
});

Deno.test("chunkLines() cuts after a blank line rather than at the end of a window", () => {
  const line = `${"x".repeat(99)}\n`;
  assert.deepEqual(ranges(`${line.repeat(9)}\n${line.repeat(11)}`), [[1, 9], [11, 21]]);
});

Deno.test("chunkLines() cuts at shallow indentation rather than at the end of a window", () => {
  const deep = `    ${"x".repeat(95)}\n`;
  assert.deepEqual(ranges(`${deep.repeat(8)}top:\n${deep.repeat(10)}`), [[1, 8], [9, 19]]);
});

Deno.test("chunkLines() avoids chunks that begin with a closing bracket", () => {
  const deep = `    ${"x".repeat(95)}\n`;
  assert.deepEqual(ranges(`${deep.repeat(8)}}\nnext\n${deep.repeat(10)}`), [[1, 9], [10, 20]]);
});

Deno.test("chunkLines() returns a line that exceeds the maximum as a separate chunk", () => {
  const long = `${"x".repeat(5000)}\n`;
  assert.deepEqual(ranges(`a\n${long}b\n`), [[1, 1], [2, 2], [3, 3]]);
});
