import { type LineRange, listGaps, mergeRanges } from "./lines.ts";

/** Lines that are shown all the same: a mark in their place costs as much. */
const MIN_ELIDED = 3;

/** Lines of a file of which some may be left out. */
export interface ElidedLines extends LineRange {
  /** The lines that are shown, when not all are. */
  readonly ranges?: readonly LineRange[];
}

/** Returns the lines that are shown, in order. */
export function shownRanges({ startLine, endLine, ranges }: ElidedLines): readonly LineRange[] {
  return ranges ?? [{ startLine, endLine }];
}

/**
 * Returns some lines of a file as one range of which others are left out: from the first to the last, with
 * gaps closed that are blank or too short to be worth a mark.
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

/** Returns the runs of lines that are shown and those that are left out, in order. */
export function listRangesAndGaps(
  shown: ElidedLines,
): readonly (LineRange & { readonly isGap: boolean })[] {
  const ranges = shownRanges(shown);
  return [
    ...ranges.map((range) => ({ ...range, isGap: false })),
    ...listGaps(shown, ranges).map((gap) => ({ ...gap, isGap: true })),
  ].sort((a, b) => a.startLine - b.startLine);
}

/** Returns lines of a file joined by newlines, a mark in the place of each run that is left out. */
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

/** Returns for people which lines are left out, such as `40–92, 110–150`; empty when all are shown. */
export function formatGaps(lines: ElidedLines): string {
  return listGaps(lines, shownRanges(lines)).map(formatLines).join(", ");
}
