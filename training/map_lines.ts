/** Lines of a text; 1-based, the end is the line after the last. */
export interface LineSpan {
  readonly start: number;
  readonly end: number;
}

/** What stands in place of some lines of an earlier text in a later one. */
export interface Replacement {
  readonly before: LineSpan;
  readonly after: LineSpan;
}

const HUNK_REGEXP = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm;

/** Returns what a diff without context replaces, in the order of lines. */
export function parseReplacements(diff: string): readonly Replacement[] {
  return [...diff.matchAll(HUNK_REGEXP)].map(([, before, removed, after, added]) => ({
    before: toSpan(before!, removed),
    after: toSpan(after!, added),
  }));
}

/**
 * Returns where lines of the later text are in the earlier one; those that are not there are left out.
 *
 * @param replacements What the later text has in place of lines of the earlier one.
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

/** A hunk of no lines names the line before it. */
function toSpan(first: string, count = "1"): LineSpan {
  const start = Number(first) + (count === "0" ? 1 : 0);
  return { start, end: start + Number(count) };
}
