import assert from "node:assert/strict";
import { findCodeSpans } from "./find_code_spans.ts";

function spansIn(line: string): readonly string[] {
  return findCodeSpans(line, 0).map(({ start, end }) => line.slice(start, end));
}

Deno.test("findCodeSpans() finds what stands between backticks", () => {
  assert.deepEqual(spansIn("use `open` and `close()`"), ["open", "close()"]);
});

Deno.test("findCodeSpans() closes a run of backticks with one of the same length", () => {
  assert.deepEqual(spansIn("``a ` b`` and ```c```"), ["a ` b", "c"]);
  assert.deepEqual(spansIn("`` a ` b"), []);
  assert.deepEqual(spansIn("it`s `x` odd"), ["s "]);
});

Deno.test("findCodeSpans() leaves out empty spans", () => {
  assert.deepEqual(spansIn("` ` ``"), []);
});

Deno.test("findCodeSpans() takes time linear in the length of a line of backticks", () => {
  const line = "` ".repeat(200_000);
  const before = performance.now();
  assert.deepEqual(spansIn(line), []);
  assert.equal(spansIn("`a` ".repeat(100_000)).length, 100_000);
  assert.ok(performance.now() - before < 1000);
});
