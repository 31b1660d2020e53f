/** Some lines in a row. */
export interface LineRange {
  /** 1-based. */
  readonly startLine: number;
  /** 1-based and inclusive; may be `Infinity` for the rest of a file. */
  readonly endLine: number;
}

/** Returns whether one range has all lines of another one of its file. */
export function holdsLines(outer: LineRange, inner: LineRange): boolean {
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

/** Returns whether two ranges of one file have lines in common. */
export function sharesLines(a: LineRange, b: LineRange): boolean {
  return a.startLine <= b.endLine && b.startLine <= a.endLine;
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
  const inside = mergeRanges(ranges).filter((range) => sharesLines(range, { startLine, endLine }));
  const starts = [startLine, ...inside.map((range) => range.endLine + 1)];
  const ends = [...inside.map((range) => range.startLine - 1), endLine];
  return starts.map((start, at) => ({ startLine: start, endLine: ends[at]! }))
    .filter((gap) => gap.startLine <= gap.endLine);
}
