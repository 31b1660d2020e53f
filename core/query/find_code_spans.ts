import type { TextRange } from "./query_line.ts";

const RUN_REGEXP = /`+/g;

/**
 * Returns the contents of the code spans of one line, in order, without their backticks.
 *
 * As in Markdown, a run of backticks is closed by the next run of the same length, and one that
 * nothing closes is text.
 *
 * @param line One line.
 * @param offset Added to the offsets: where the line starts in the text.
 */
export function findCodeSpans(line: string, offset: number): TextRange[] {
  if (!line.includes("`")) return [];
  const runs = [...line.matchAll(RUN_REGEXP)].map(({ index, 0: marks }) => ({
    start: index,
    end: index + marks.length,
  }));
  // A pile of each length, the first run on top: to take from the front would move all the others.
  const byLength = Map.groupBy(runs.toReversed(), ({ start, end }) => end - start);
  const spans: TextRange[] = [];
  let after = 0;
  for (const run of runs) {
    if (run.start < after) continue;
    const same = byLength.get(run.end - run.start) ?? [];
    // Each run is taken off once, so that the search is linear over the line.
    while (same.length > 0 && same.at(-1)!.start <= run.start) same.pop();
    const closing = same.at(-1);
    if (closing === undefined) continue;
    after = closing.end;
    if (line.slice(run.end, closing.start).trim() === "") continue;
    spans.push({ start: offset + run.end, end: offset + closing.start });
  }
  return spans;
}
