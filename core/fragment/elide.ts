import { type LineRange, listGaps, mergeRanges } from "./lines.ts";

/** Minimum number of omitted lines: fewer lines are shown, as a gap mark costs as much. */
const MIN_ELIDED = 3;

/** Lines of a file, some of which may be omitted. */
export interface ElidedLines extends LineRange {
  /** Shown lines, when not all are shown. */
  readonly ranges?: readonly LineRange[];
}

/** Returns the shown lines, in order. */
export function shownRanges({ startLine, endLine, ranges }: ElidedLines): readonly LineRange[] {
  return ranges ?? [{ startLine, endLine }];
}

/**
 * Returns some lines of a file as one range with omitted lines: from the first to the last line.
 * Gaps that are blank or too short for a mark are closed.
 */
export function joinRanges(
  ranges: readonly LineRange[],
  { lines }: { readonly lines: readonly string[] },
): ElidedLines {
  const joined: LineRange[] = [];
  for (const range of mergeRanges(ranges)) {
    const last = joined.at(-1);
    const gap = last === undefined ? [] : lines.slice(last.endLine, range.startLine - 1);
    if (last === undefined || gap.filter((line) => line.trim() !== "").length >= MIN_ELIDED) {
      joined.push(range);
    } else joined[joined.length - 1] = { ...last, endLine: range.endLine };
  }
  const whole = { startLine: joined[0]!.startLine, endLine: joined.at(-1)!.endLine };
  return joined.length === 1 ? whole : { ...whole, ranges: joined };
}

/** Returns the runs of shown and of omitted lines, in order. */
export function listRangesAndGaps(
  shown: ElidedLines,
): readonly (LineRange & { readonly isGap: boolean })[] {
  const ranges = shownRanges(shown);
  return [
    ...ranges.map((range) => ({ ...range, isGap: false })),
    ...listGaps(shown, ranges).map((gap) => ({ ...gap, isGap: true })),
  ].sort((a, b) => a.startLine - b.startLine);
}

/** Returns lines of a file joined by newlines, with a mark for each omitted run. */
export function elideLines(
  { lines }: { readonly lines: readonly string[] },
  shown: ElidedLines,
): string {
  return listRangesAndGaps(shown).map(({ startLine, endLine, isGap }) =>
    isGap ? markGap({ startLine, endLine }) : lines.slice(startLine - 1, endLine).join("\n")
  ).join("\n");
}

function markGap(gap: LineRange): string {
  return gap.startLine === gap.endLine ? `… line ${gap.startLine}` : `… lines ${formatLines(gap)}`;
}

function formatLines({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? `${startLine}` : `${startLine}–${endLine}`;
}

/** Returns the omitted lines for people, such as `40–92, 110–150`; empty when all are shown. */
export function formatGaps(lines: ElidedLines): string {
  return listGaps(lines, shownRanges(lines)).map(formatLines).join(", ");
}
