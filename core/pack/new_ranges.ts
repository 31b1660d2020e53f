/**
 * Finds the lines of a text to show to a reader who knows an earlier text: the new lines, with
 * context lines around them, and the places of removed lines.
 *
 * A line is known only as part of a *run*: consecutive lines that are consecutive in the earlier
 * text, too, as `}` alone is everywhere. Runs keep the order of the earlier text. The boundary of
 * two runs is a *seam*, whose lines are shown as well, as lines may have been removed there. So a
 * reader with the earlier text, who replaces the lines between the first and the last line of each
 * shown range, gets the new text.
 *
 * @module
 */
import type { LineRange } from "../fragment/lines.ts";
import { mergeRanges } from "../fragment/lines.ts";

/** Consecutive known lines, as keys that only equal lines share. */
export interface KnownLines {
  /** Number of the first line in its file, 1-based. */
  readonly startLine: number;
  /** Key of each line. */
  readonly keys: readonly string[];
}

/** Options of {@link listNewRanges}. */
export interface NewRangesOptions {
  /** Known lines of the file as it is now. */
  readonly current: readonly KnownLines[];
  /** Lines of one earlier state of the file, in order. */
  readonly older: readonly KnownLines[];
  /** True when the text ends at the end of the file. */
  readonly reachesFileEnd: boolean;
}

/** Minimum number of lines of a run that is no coincidence. */
const MIN_RUN = 4;

/** Number of context lines around new lines, as in a unified diff. */
const CONTEXT_LINES = 3;

/** Share of the lines from which all lines are shown: pieces are harder to read. */
const MAX_SHARE = 0.6;

/** Maximum number of tried starts of a run, for lines that a file repeats. */
const MAX_PLACES = 64;

/**
 * Returns the lines of a text to show to a reader who knows other lines of its file, in order: none
 * when all are known, and undefined when the whole text should be shown.
 */
export function listNewRanges(
  text: KnownLines,
  { current, older, reachesFileEnd }: NewRangesOptions,
): readonly LineRange[] | undefined {
  const { startLine, keys } = text;
  const isIncluded = keys.map(() => true);
  /** True for a line that is known to follow the previous line. */
  const follows = keys.map(() => false);
  const markKnown = (first: number, last: number) => {
    for (let at = Math.max(first, 0); at <= Math.min(last, keys.length - 1); at++) {
      isIncluded[at] = false;
      if (at > first) follows[at] = true;
    }
  };
  for (const known of current) {
    const first = known.startLine - startLine;
    markKnown(first, first + known.keys.length - 1);
  }
  const runs = findRuns(keys, older);
  for (const { first, length } of runs) markKnown(first, first + length - 1);
  for (let at = 1; at < keys.length; at++) {
    const isSeam = !follows[at] && !isIncluded[at - 1] && !isIncluded[at];
    if (isSeam) isIncluded[at - 1] = isIncluded[at] = true;
  }
  const [head] = runs;
  const tail = runs.at(-1);
  // Lines before the first line, or after the last one, were removed.
  if (startLine === 1 && head?.first === 0 && head.number > 1) isIncluded[0] = true;
  if (reachesFileEnd && tail?.continues && tail.first + tail.length === keys.length) {
    isIncluded[keys.length - 1] = true;
  }
  const included = mergeRanges(isIncluded.flatMap((isNew, at) =>
    !isNew ? [] : [{
      startLine: Math.max(0, at - CONTEXT_LINES) + startLine,
      endLine: Math.min(keys.length - 1, at + CONTEXT_LINES) + startLine,
    }]
  ));
  const lines = included.reduce((total, range) => total + range.endLine - range.startLine + 1, 0);
  return lines > MAX_SHARE * keys.length ? undefined : included;
}

/** Consecutive lines that are consecutive in an earlier text, too. */
interface Run {
  /** Position in the new text, 0-based. */
  readonly first: number;
  readonly length: number;
  /** Number of the first line in the earlier text, 1-based. */
  readonly number: number;
  /** True when the earlier text is known to continue after the run. */
  readonly continues: boolean;
}

function findRuns(keys: readonly string[], older: readonly KnownLines[]): readonly Run[] {
  const positions = new Map<string, { readonly known: KnownLines; readonly at: number }[]>();
  for (const known of older) {
    known.keys.forEach((key, at) => {
      const list = positions.get(key) ?? [];
      if (list.length < MAX_PLACES) list.push({ known, at });
      positions.set(key, list);
    });
  }
  const runs: Run[] = [];
  let lastNumber = 0;
  for (let first = 0; first < keys.length;) {
    let best: Run | undefined;
    for (const { known, at } of positions.get(keys[first]!) ?? []) {
      const number = known.startLine + at;
      if (number <= lastNumber) continue;
      let length = 0;
      while (first + length < keys.length && known.keys[at + length] === keys[first + length]) {
        length++;
      }
      if (length > (best?.length ?? MIN_RUN - 1)) {
        best = { first, length, number, continues: at + length < known.keys.length };
      }
    }
    if (best === undefined) first++;
    else {
      runs.push(best);
      first += best.length;
      lastNumber = best.number + best.length - 1;
    }
  }
  return runs;
}
