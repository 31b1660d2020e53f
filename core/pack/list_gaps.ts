import { type LineRange, mergeRanges } from "../plan/merge_ranges.ts";

/**
 * Returns the lines of a range that are in none of some others, in order.
 *
 * @example
 * ```ts
 * import { listGaps } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const ranges = [{ startLine: 8, endLine: 20 }, { startLine: 3, endLine: 4 }];
 * assert.deepEqual(listGaps({ startLine: 1, endLine: 9 }, ranges), [
 *   { startLine: 1, endLine: 2 },
 *   { startLine: 5, endLine: 7 },
 * ]);
 * ```
 */
export function listGaps(
  { startLine, endLine }: LineRange,
  ranges: readonly LineRange[],
): readonly LineRange[] {
  const inside = mergeRanges(ranges).filter((range) =>
    range.startLine <= endLine && startLine <= range.endLine
  );
  const starts = [startLine, ...inside.map((range) => range.endLine + 1)];
  const ends = [...inside.map((range) => range.startLine - 1), endLine];
  return starts.map((start, at) => ({ startLine: start, endLine: ends[at]! }))
    .filter((gap) => gap.startLine <= gap.endLine);
}
