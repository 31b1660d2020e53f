/** Number of columns of a tab when indentations are compared; only their order matters. */
const TAB_COLUMNS = 4;

const TAB = 9;
const NEWLINE = 10;
const SPACE = 32;
const FIRST_NON_ASCII = 128;

/** Indentation of a blank row, which has only white space. */
export const BLANK: number = -1;

/**
 * Lines of a text. Rows are 0-based here, in contrast to the 1-based lines of the public types.
 *
 * A line ends only at `
 *
 * `, so a carriage return belongs to the line before it. A `
 *
 * ` at the end of the text opens no further line.
 */
export interface LineTable {
  readonly count: number;
  /** Offset of the start of each row, and as one more entry the length of the text. */
  readonly starts: Int32Array;
  /**
   * Offset of the first non-white-space character of each row; the end of the row when it is blank.
   */
  readonly contentStarts: Int32Array;
  /** Number of columns before that character, or {@link BLANK}. */
  readonly indents: Int32Array;
}

/** Range of rows of a text, both ends inclusive and 0-based. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The text that was split last: outlines, chunks, passages and parts are made from the same text in
 * turn.
 */
let lastSplit: { readonly text: string; readonly lines: LineTable } | undefined;

/** Returns the lines of a text with the indentation of each. */
export function splitLines(text: string): LineTable {
  if (lastSplit?.text === text) return lastSplit.lines;
  const lines = splitUncached(text);
  lastSplit = { text, lines };
  return lines;
}

function splitUncached(text: string): LineTable {
  const count = countLines(text);
  const starts = new Int32Array(count + 1);
  const contentStarts = new Int32Array(count);
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
    contentStarts[row] = offset;
    indents[row] = offset === next ? BLANK : columns;
    start = next;
  }
  starts[count] = text.length;
  return { count, starts, contentStarts, indents };
}

/** Returns the number of lines of a text; text after the last line end counts as a line. */
export function countLines(text: string): number {
  let count = 0;
  for (let start = 0; start < text.length; start = endOfLine(text, start)) count++;
  return count;
}

/** Returns the offset after the line that starts at an offset. */
function endOfLine(text: string, start: number): number {
  const newline = text.indexOf("\n", start);
  return newline < 0 ? text.length : newline + 1;
}

/** Returns the length of a range of rows in UTF-16 units, line ends included. */
export function rangeSize(lines: LineTable, first: number, last: number): number {
  return (lines.starts[last + 1] ?? 0) - (lines.starts[first] ?? 0);
}

/** Returns the range without the blank rows at its ends, or `undefined` when all rows are blank. */
export function trimRange(lines: LineTable, first: number, last: number): RowRange | undefined {
  while (first <= last && lines.indents[first] === BLANK) first++;
  while (last >= first && lines.indents[last] === BLANK) last--;
  return first <= last ? { first, last } : undefined;
}

/** Returns the row that contains an offset. */
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
  return text.slice(lines.contentStarts[row], lines.starts[row + 1]).trimEnd();
}

/**
 * Returns true for white space as `String.prototype.trim` removes it: the trimmed text of a blank
 * line is empty.
 */
function isWhiteSpace(code: number): boolean {
  if (code < FIRST_NON_ASCII) return code === SPACE || (code >= TAB && code <= NEWLINE + 3);
  return String.fromCharCode(code).trim() === "";
}
