/** Columns that a tab counts for when indentations are compared; only their order matters. */
const TAB_COLUMNS = 4;

const TAB = 9;
const NEWLINE = 10;
const SPACE = 32;
const FIRST_NON_ASCII = 128;

/** Indentation of a blank row: one of white space only. */
export const BLANK: number = -1;

/**
 * The lines of a text. Rows are 0-based here, in contrast to the 1-based lines of the public types.
 *
 * A line ends at `\n` only, so a carriage return belongs to the line before it, and a `\n` at the
 * very end of the text opens no further line.
 */
export interface LineTable {
  readonly count: number;
  /** Offset at which each row starts, and one more entry: the length of the text. */
  readonly starts: Int32Array;
  /** Offset of the first character of each row that is not white space; its end when blank. */
  readonly firsts: Int32Array;
  /** Columns before that character, or {@link BLANK}. */
  readonly indents: Int32Array;
}

/** Rows of a text, both ends inclusive and 0-based. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The text that was split last: an outline, chunks, passages and parts are made of it one after the other. */
let last: { readonly text: string; readonly lines: LineTable } | undefined;

/**
 * Splits a text into its lines and measures how far each is indented.
 */
export function splitLines(text: string): LineTable {
  if (last?.text === text) return last.lines;
  const lines = splitAnew(text);
  last = { text, lines };
  return lines;
}

function splitAnew(text: string): LineTable {
  const count = countLines(text);
  const starts = new Int32Array(count + 1);
  const firsts = new Int32Array(count);
  const indents = new Int32Array(count);
  let start = 0;
  for (let row = 0; row < count; row++) {
    const next = endOfLine(text, start);
    let columns = 0;
    let offset = start;
    while (offset < next) {
      const code = text.charCodeAt(offset);
      if (code === SPACE) columns++;
      else if (code > SPACE && code < FIRST_NON_ASCII) break;
      else if (code === TAB) columns += TAB_COLUMNS;
      else if (!isWhiteSpace(code)) break;
      offset++;
    }
    starts[row] = start;
    firsts[row] = offset;
    indents[row] = offset === next ? BLANK : columns;
    start = next;
  }
  starts[count] = text.length;
  return { count, starts, firsts, indents };
}

/** Returns how many lines a text has; what stands behind its last line end is one if it is not empty. */
export function countLines(text: string): number {
  let count = 0;
  for (let start = 0; start < text.length; start = endOfLine(text, start)) count++;
  return count;
}

/** Returns the offset behind the line that starts at an offset. */
function endOfLine(text: string, start: number): number {
  const newline = text.indexOf("\n", start);
  return newline < 0 ? text.length : newline + 1;
}

/** Returns the length of a range of rows in UTF-16 units, line ends included. */
export function rangeSize(lines: LineTable, first: number, last: number): number {
  return (lines.starts[last + 1] ?? 0) - (lines.starts[first] ?? 0);
}

/** Returns the range without the blank rows at its ends, or `undefined` when all are blank. */
export function trimRange(lines: LineTable, first: number, last: number): RowRange | undefined {
  while (first <= last && lines.indents[first] === BLANK) first++;
  while (last >= first && lines.indents[last] === BLANK) last--;
  return first <= last ? { first, last } : undefined;
}

/** Returns the row that holds an offset. */
export function rowAt(lines: LineTable, offset: number): number {
  let low = 0;
  let high = lines.count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines.starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the text of a row without white space around it. */
export function rowText(text: string, lines: LineTable, row: number): string {
  return text.slice(lines.firsts[row], lines.starts[row + 1]).trimEnd();
}

/** Agrees with `String.prototype.trim`: the trimmed text of a blank line is empty. */
function isWhiteSpace(code: number): boolean {
  if (code < FIRST_NON_ASCII) return code === SPACE || (code >= TAB && code <= NEWLINE + 3);
  return String.fromCharCode(code).trim() === "";
}
