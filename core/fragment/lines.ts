/** Consecutive lines. */
export interface LineRange {
  /** 1-based. */
  readonly startLine: number;
  /** 1-based and inclusive; may be `Infinity` for the rest of a file. */
  readonly endLine: number;
}

/** Returns true when one range contains all lines of another one of its file. */
export function containsLines(outer: LineRange, inner: LineRange): boolean {
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

/** Returns true when two ranges of one file have common lines. */
export function overlapsLines(a: LineRange, b: LineRange): boolean {
  return a.startLine <= b.endLine && b.startLine <= a.endLine;
}

/**
 * Returns the same lines in as few ranges as possible, in order: ranges that overlap or touch are joined.
 * A range that ends before it starts is dropped.
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

/** Returns the lines of a range that are in none of some other ranges, in order. */
export function listGaps(
  { startLine, endLine }: LineRange,
  ranges: readonly LineRange[],
): readonly LineRange[] {
  const inside = mergeRanges(ranges).filter((range) =>
    overlapsLines(range, { startLine, endLine })
  );
  const starts = [startLine, ...inside.map((range) => range.endLine + 1)];
  const ends = [...inside.map((range) => range.startLine - 1), endLine];
  return starts.map((start, at) => ({ startLine: start, endLine: ends[at]! }))
    .filter((gap) => gap.startLine <= gap.endLine);
}

/** Returns the common lines of two lists of ranges, in order. */
export function intersectRanges(
  some: readonly LineRange[],
  others: readonly LineRange[],
): readonly LineRange[] {
  return mergeRanges(
    some.flatMap((a) =>
      others.map((b) => ({
        startLine: Math.max(a.startLine, b.startLine),
        endLine: Math.min(a.endLine, b.endLine),
      }))
    ),
  );
}
