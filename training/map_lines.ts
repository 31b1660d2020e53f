/** Lines of a text, 1-based. The end is the line after the last. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** Lines of a later text that replace lines of an earlier one. */
export interface Replacement {
  readonly before: LineSpan;
  readonly after: LineSpan;
}

const HUNK_REGEXP = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm;

/** Returns the replacements in a diff without context, in the order of lines. */
export function parseReplacements(diff: string): readonly Replacement[] {
  return [...diff.matchAll(HUNK_REGEXP)].map(([, before, removed, after, added]) => ({
    before: toSpan(before!, removed),
    after: toSpan(after!, added),
  }));
}

/**
 * Returns the positions of lines of the later text in the earlier one, without new lines.
 *
 * @param replacements Differences from the earlier to the later text.
 */
export function mapToEarlier(
  spans: readonly LineSpan[],
  replacements: readonly Replacement[],
): readonly LineSpan[] {
  const mapped: LineSpan[] = [];
  for (const { start, end } of spans) {
    for (let line = start; line < end; line++) {
      const earlier = mapLine(line, replacements);
      if (earlier === undefined) continue;
      const last = mapped.at(-1);
      if (last?.end === earlier) mapped[mapped.length - 1] = { ...last, end: earlier + 1 };
      else mapped.push({ start: earlier, end: earlier + 1 });
    }
  }
  return mapped;
}

function mapLine(line: number, replacements: readonly Replacement[]): number | undefined {
  let shift = 0;
  for (const { before, after } of replacements) {
    if (line < after.start) break;
    if (line < after.end) return undefined;
    shift = before.end - after.end;
  }
  return line + shift;
}

/** A hunk without lines names the line before it. */
function toSpan(first: string, count = "1"): LineSpan {
  const start = Number(first) + (count === "0" ? 1 : 0);
  return { start, end: start + Number(count) };
}
