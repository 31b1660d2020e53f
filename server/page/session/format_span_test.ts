import assert from "node:assert/strict";
import { formatSpan } from "./format_span.ts";

Deno.test("formatSpan() tells the two largest units of a span, and nothing within a second", () => {
  const at = (seconds: number) => new Date(1e12 + 1000 * seconds).toISOString();
  const spans = [0, 0.4, 7, 65, 3600, 3661, 90_061];
  assert.deepEqual(spans.map((seconds) => formatSpan(at(0), at(seconds))), [
    ...["", "", "7 s", "1 min 5 s", "1 h", "1 h 1 min", "1 d 1 h"],
  ]);
  assert.equal(formatSpan(at(9), at(0)), "");
});
