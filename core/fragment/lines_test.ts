import assert from "node:assert/strict";
import fc from "fast-check";
import { type LineRange, listGaps, mergeRanges } from "./lines.ts";

const RANGE = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.nat(6))
  .map(([startLine, size]): LineRange => ({ startLine, endLine: startLine + size - 1 }));
const RANGES = fc.array(RANGE, { maxLength: 8 });

function linesOf(ranges: readonly LineRange[]): ReadonlySet<number> {
  return new Set(
    ranges.flatMap(({ startLine, endLine }) =>
      Array.from({ length: Math.max(0, endLine - startLine + 1) }, (_, index) => startLine + index)
    ),
  );
}

/** Asserts that ranges are in order with at least one line between them. */
function assertApart(ranges: readonly LineRange[]): void {
  ranges.forEach(({ startLine, endLine }, index) => {
    assert.ok(startLine <= endLine);
    assert.ok(startLine > (ranges[index - 1]?.endLine ?? -1) + 1);
  });
}

Deno.test("mergeRanges() returns the same lines in ranges that do not touch", () => {
  fc.assert(fc.property(RANGES, (ranges) => {
    const merged = mergeRanges(ranges);
    assertApart(merged);
    assert.deepEqual(linesOf(merged), new Set([...linesOf(ranges)].sort((a, b) => a - b)));
  }));
});

Deno.test("mergeRanges() accepts a range to the end of a file", () => {
  const ranges = [{ startLine: 5, endLine: Infinity }, { startLine: 2, endLine: 4 }];
  assert.deepEqual(mergeRanges(ranges), [{ startLine: 2, endLine: Infinity }]);
});

Deno.test("listGaps() returns the lines of a range that no other range has", () => {
  fc.assert(fc.property(RANGE, RANGES, (range, others) => {
    const gaps = listGaps(range, others);
    assertApart(gaps);
    assert.deepEqual([...linesOf(gaps)], [...linesOf([range]).difference(linesOf(others))]);
  }));
  const others = [{ startLine: 8, endLine: 20 }, { startLine: 3, endLine: 4 }];
  assert.deepEqual(listGaps({ startLine: 1, endLine: 9 }, others), [
    { startLine: 1, endLine: 2 },
    { startLine: 5, endLine: 7 },
  ]);
});
