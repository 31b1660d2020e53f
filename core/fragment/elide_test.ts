import assert from "node:assert/strict";
import fc from "fast-check";
import { elideLines, formatGaps, joinRanges, shownRanges } from "./elide.ts";

const LINES = fc.array(fc.constantFrom("a", "b", "", "  "), { minLength: 30, maxLength: 30 });
const RANGES = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 26 }), fc.nat(4))
    .map(([startLine, size]) => ({ startLine, endLine: startLine + size })),
  { minLength: 1, maxLength: 6 },
);

Deno.test("elideLines() returns the lines of the file unchanged, and a mark for each omitted run", () => {
  fc.assert(fc.property(LINES, RANGES, (lines, ranges) => {
    const joined = joinRanges(ranges, { lines });
    const shown = shownRanges(joined);
    const rows = elideLines({ lines }, joined).split("\n");
    const expected = shown.flatMap(({ startLine, endLine }, at) => {
      const before = shown[at - 1]?.endLine;
      const mark = before === undefined ? [] : [`… lines ${before + 1}–${startLine - 1}`];
      return [...mark, ...lines.slice(startLine - 1, endLine)];
    });
    assert.deepEqual(rows, expected);
    for (const { startLine, endLine } of ranges) {
      assert.ok(shown.some((one) => one.startLine <= startLine && endLine <= one.endLine));
    }
  }));
});

Deno.test("joinRanges() closes gaps of blank lines, and gaps that are too short for a mark", () => {
  const lines = ["a", "", "", "", "b", "c", "d", "e", "f", "g"];
  const range = (startLine: number, endLine: number) => ({ startLine, endLine });
  assert.deepEqual(joinRanges([range(1, 1), range(5, 5), range(8, 8)], { lines }), range(1, 8));
  const elided = joinRanges([range(1, 1), range(9, 10)], { lines });
  assert.deepEqual(elided, { ...range(1, 10), ranges: [range(1, 1), range(9, 10)] });
  assert.equal(formatGaps(elided), "2–8");
  assert.equal(formatGaps(range(1, 8)), "");
});
