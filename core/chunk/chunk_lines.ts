import { matchesAt } from "../text/match_at.ts";
import {
  BLANK,
  type LineTable,
  rangeSize,
  type RowRange,
  splitLines,
  trimRange,
} from "../text/split_lines.ts";
import type { SymbolDefinition } from "../language/symbol.ts";
import type { Chunk } from "./chunk.ts";

/**
 * UTF-16 units of a chunk of program text, data or plain text: the low end of what is aimed at.
 *
 * Short chunks show more files in as many tokens: on 421 queries, 400 to 1,200 units bring .865 of the
 * right files into the first 500 tokens and NDCG@10 .890, 750 to 1,500 units .810 and .892, 300 to 700
 * units .919 and .888. Below that a chunk is no longer a whole function.
 */
export const MINIMUM_CODE_CHUNK = 400;

/** UTF-16 units that a chunk of program text, data or plain text has at most. */
export const MAXIMUM_CODE_CHUNK = 1200;

/** A cut of less than this strength is made only when a piece has no other place to be cut. */
export const LAST_RESORT = 1;

/** Strength of a cut at the left margin of a program text. */
const MARGIN_STRENGTH = 100;

/** Columns of indentation that a blank line outweighs: two levels in the usual style. */
const BLANK_LINE_COLUMNS = 8;

/** Columns that a line weighs more when it closes something, as it belongs to what came before. */
const CLOSER_COLUMNS = 24;

const CLOSER_REGEXP = /[)}\]]|(?:end|else|elif|elsif|fi|done|esac|catch|except|finally|case)\b/y;

/** How long the pieces of a cut range are, and where it is cut. */
interface CutOptions {
  /** UTF-16 units that a piece has at least, wherever the rows allow it. */
  readonly minimum: number;
  /** UTF-16 units that a piece has at most, unless it is one row. */
  readonly maximum: number;
  /** How good a place it is to begin a piece at a row that is not blank; higher is better. */
  readonly strength: (row: number) => number;
}

/**
 * Cuts a range of rows into pieces of at most `maximum` UTF-16 units, at the strongest places.
 *
 * Pieces begin and end with a row that is not blank; a row longer than `maximum` is a piece alone.
 */
export function cutRange(lines: LineTable, range: RowRange, options: CutOptions): RowRange[] {
  const pieces: RowRange[] = [];
  let rest = trimRange(lines, range.first, range.last);
  while (rest !== undefined && rangeSize(lines, rest.first, rest.last) > options.maximum) {
    const cut = findCut(lines, rest, options);
    const piece = trimRange(lines, rest.first, cut - 1);
    if (piece !== undefined) pieces.push(piece);
    rest = trimRange(lines, cut, rest.last);
  }
  if (rest !== undefined) pieces.push(rest);
  return pieces;
}

/** Cuts a range of rows of program text after blank lines and at shallow indentation. */
export function cutCode(text: string, lines: LineTable, range: RowRange): RowRange[] {
  const strengthOf = (row: number) => {
    let strength = MARGIN_STRENGTH - Math.min(lines.indents[row] ?? 0, MARGIN_STRENGTH / 2);
    if (lines.indents[row - 1] === BLANK) strength += BLANK_LINE_COLUMNS;
    return matchesAt(CLOSER_REGEXP, text, lines.firsts[row] ?? 0)
      ? strength - CLOSER_COLUMNS
      : strength;
  };
  return cutRange(lines, range, {
    minimum: MINIMUM_CODE_CHUNK,
    maximum: MAXIMUM_CODE_CHUNK,
    strength: strengthOf,
  });
}

/** Returns the row to begin the next piece at; always after the first row of the range. */
function findCut(lines: LineTable, { first, last }: RowRange, options: CutOptions): number {
  const { minimum, maximum, strength } = options;
  const size = rangeSize(lines, first, last);
  // What is left over should not be a crumb when two pieces are enough for all.
  const most = size < maximum + minimum ? Math.max(minimum, size - minimum) : maximum;
  let best = first + 1;
  let bestStrength = -Infinity;
  let early = 0;
  for (let row = first + 1; row <= last; row++) {
    const before = rangeSize(lines, first, row - 1);
    if (before > maximum || (before > most && bestStrength >= LAST_RESORT)) break;
    if (lines.indents[row] === BLANK) continue;
    const value = strength(row);
    if (before > most && bestStrength > -Infinity && value < LAST_RESORT) continue;
    if (before < minimum) {
      if (value >= LAST_RESORT) early = row;
      if (bestStrength === -Infinity) best = row;
    } else if (value >= bestStrength) {
      best = row;
      bestStrength = value;
    }
  }
  return bestStrength < LAST_RESORT && early > 0 ? early : best;
}

/**
 * Cuts a text of no known structure into windows of whole lines, after blank lines and at shallow
 * indentation where there are such places.
 *
 * A window has at most {@link MAXIMUM_CODE_CHUNK} UTF-16 units unless it is one long line.
 */
export function chunkLines(text: string): Chunk[] {
  const lines = splitLines(text);
  return toChunks(cutCode(text, lines, { first: 0, last: lines.count - 1 }));
}

/** A range of rows that is a chunk, and the headings above it. */
interface ChunkRange extends RowRange {
  /** @default none */
  readonly trail?: readonly string[];
}

/**
 * Returns the chunks of ranges of rows, each with the symbols that begin in it.
 *
 * @param symbols In line order.
 */
export function toChunks(
  ranges: readonly ChunkRange[],
  symbols: readonly SymbolDefinition[] = [],
): Chunk[] {
  let next = 0;
  const skipTo = (line: number) => {
    while ((symbols[next]?.startLine ?? Infinity) < line) next++;
    return next;
  };
  return ranges.map(({ first, last, trail = [] }) => ({
    startLine: first + 1,
    endLine: last + 1,
    trail,
    symbols: symbols.slice(skipTo(first + 1), skipTo(last + 2)),
  }));
}
