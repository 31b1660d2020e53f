/**
 * What to tell of a text to those who know an earlier one: the lines that are new, with lines around them
 * that say where they belong, and the places where lines went away.
 *
 * A line is known only as a part of a *run*: some lines in a row that stand in the earlier text in the
 * same row, as `}` alone stands everywhere. Runs keep the order of the earlier text. Where one run ends
 * and the next begins there is a *seam*, which is told as well: lines may be gone there. So whoever has the
 * earlier text, and puts what is told in the place of what lies between its first and last lines, has the
 * new one.
 *
 * @module
 */
import type { LineRange } from "../fragment/lines.ts";
import { mergeRanges } from "../fragment/lines.ts";

/** Lines in a row that somebody knows, by keys that only equal lines share. */
export interface KnownLines {
  /** Number of the first one in its file, 1-based. */
  readonly startLine: number;
  /** A key for each. */
  readonly keys: readonly string[];
}

/** What {@link listNewRanges} goes by. */
export interface NewRangesOptions {
  /** Lines of the file as it is now. */
  readonly current: readonly KnownLines[];
  /** Lines of one earlier state of the file, in their order. */
  readonly older: readonly KnownLines[];
  /** Whether the text goes to the end of the file. */
  readonly reachesFileEnd: boolean;
}

/** Lines in a row that are no chance. */
const MIN_RUN = 4;

/** Lines around what is new, as a unified diff has. */
const CONTEXT_LINES = 3;

/** Share of the lines from which on all of them are told: pieces are harder to read. */
const MAX_SHARE = 0.6;

/** Places where a run may begin that are tried, of lines that a file repeats. */
const MAX_PLACES = 64;

/**
 * Returns the lines of a text to tell to those who know others of its file, in order: none when they know
 * all, and undefined when it is best to tell the text as a whole.
 */
export function listNewRanges(
  text: KnownLines,
  { current, older, reachesFileEnd }: NewRangesOptions,
): readonly LineRange[] | undefined {
  const { startLine, keys } = text;
  const isIncluded = keys.map(() => true);
  /** Whether a line is known to follow the one before it. */
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
  // What stood before the first line, or behind the last one, is gone.
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

/** Lines in a row that an earlier text has in the same row. */
interface Run {
  /** Position in the new text, 0-based. */
  readonly first: number;
  readonly length: number;
  /** Number of the first line in the earlier text, 1-based. */
  readonly number: number;
  /** Whether the earlier text is known to go on behind it. */
  readonly continues: boolean;
}

function findRuns(keys: readonly string[], older: readonly KnownLines[]): readonly Run[] {
  const places = new Map<string, { readonly known: KnownLines; readonly at: number }[]>();
  for (const known of older) {
    known.keys.forEach((key, at) => {
      const list = places.get(key) ?? [];
      if (list.length < MAX_PLACES) list.push({ known, at });
      places.set(key, list);
    });
  }
  const runs: Run[] = [];
  let behind = 0;
  for (let first = 0; first < keys.length;) {
    let best: Run | undefined;
    for (const { known, at } of places.get(keys[first]!) ?? []) {
      const number = known.startLine + at;
      if (number <= behind) continue;
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
      behind = best.number + best.length - 1;
    }
  }
  return runs;
}
