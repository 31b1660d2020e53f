import assert from "node:assert/strict";
import { findCodeSpans } from "./find_code_spans.ts";

function spansIn(line: string): readonly string[] {
  return findCodeSpans(line, 0).map(({ start, end }) => line.slice(start, end));
}

Deno.test("findCodeSpans() finds the text between backticks", () => {
  assert.deepEqual(spansIn("use `open` and `close()`"), ["open", "close()"]);
});

Deno.test("findCodeSpans() closes a run of backticks with one of the same length", () => {
  assert.deepEqual(spansIn("``a ` b`` and ```c```"), ["a ` b", "c"]);
  assert.deepEqual(spansIn("`` a ` b"), []);
  assert.deepEqual(spansIn("it`s `x` odd"), ["s "]);
});

Deno.test("findCodeSpans() omits empty spans", () => {
  assert.deepEqual(spansIn("` ` ``"), []);
});

Deno.test("findCodeSpans() takes time linear in the length of a line of backticks", () => {
  // Each would take minutes in quadratic time.
  assert.deepEqual(spansIn("` ".repeat(1_000_000)), []);
  assert.equal(spansIn("`a` ".repeat(500_000)).length, 500_000);
});
