/** A half-open range of a text in UTF-16 code units, 0-based. */
export interface TextRange {
  /** Offset of the first code unit. */
  readonly start: number;
  /** Offset after the last code unit. */
  readonly end: number;
}

/** A line of a query without its line end. */
export interface QueryLine extends TextRange {
  /** The line, of a very long one only its head. */
  readonly text: string;
}

/**
 * Characters of a line that are looked at. What is longer is data (minified code, base64), and this
 * bound keeps every pattern over a line linear in the length of the whole query.
 */
const MAX_LINE_LENGTH = 2000;

/** Returns the lines of a text; their ends are `\n` and `\r\n`. */
export function listQueryLines(text: string): QueryLine[] {
  const lines: QueryLine[] = [];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const next = newline < 0 ? text.length : newline;
    const end = next > start && text[next - 1] === "\r" ? next - 1 : next;
    lines.push({ start, end, text: text.slice(start, Math.min(end, start + MAX_LINE_LENGTH)) });
    start = next + 1;
  }
  return lines;
}
