import type { TextRange } from "../text/split_identifier.ts";

const RUN_REGEXP = /`+/g;

/**
 * Returns the contents of the code spans of a line, in order, without their backticks. As in
 * Markdown, the next run with the same number of backticks closes a span; a run that is never
 * closed is text.
 *
 * @param offset Offset of the line in the text, which is added to all offsets.
 */
export function findCodeSpans(line: string, offset: number): TextRange[] {
  if (!line.includes("`")) return [];
  const runs = [...line.matchAll(RUN_REGEXP)].map(({ index, 0: marks }) => ({
    start: index,
    end: index + marks.length,
  }));
  // One stack for each length, with the first run on top: removing from the front would move the rest.
  const byLength = Map.groupBy(runs.toReversed(), ({ start, end }) => end - start);
  const spans: TextRange[] = [];
  let after = 0;
  for (const run of runs) {
    if (run.start < after) continue;
    const same = byLength.get(run.end - run.start) ?? [];
    // Each run is popped once, so the search is linear in the line.
    while (same.length > 0 && same.at(-1)!.start <= run.start) same.pop();
    const closing = same.at(-1);
    if (closing === undefined) continue;
    after = closing.end;
    if (line.slice(run.end, closing.start).trim() === "") continue;
    spans.push({ start: offset + run.end, end: offset + closing.start });
  }
  return spans;
}
