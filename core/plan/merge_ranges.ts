/** Lines of one file. */
export interface LineRange {
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive; may be `Infinity` for the rest of a file. */
  readonly endLine: number;
}

/**
 * Returns the same lines in as few ranges as possible, in order: ranges that overlap or touch are joined.
 * A range that ends before it starts is dropped.
 *
 * @example
 * ```ts
 * import { mergeRanges } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const ranges = [
 *   { startLine: 7, endLine: 9 },
 *   { startLine: 1, endLine: 3 },
 *   { startLine: 4, endLine: 5 },
 * ];
 * assert.deepEqual(mergeRanges(ranges), [
 *   { startLine: 1, endLine: 5 },
 *   { startLine: 7, endLine: 9 },
 * ]);
 * ```
 */
export function mergeRanges(ranges: readonly LineRange[]): readonly LineRange[] {
  const merged: LineRange[] = [];
  const inOrder = ranges.filter(({ startLine, endLine }) => startLine <= endLine)
    .sort((a, b) => a.startLine - b.startLine);
  for (const { startLine, endLine } of inOrder) {
    const last = merged.at(-1);
    if (last === undefined || startLine > last.endLine + 1) merged.push({ startLine, endLine });
    else if (endLine > last.endLine) merged[merged.length - 1] = { ...last, endLine };
  }
  return merged;
}
