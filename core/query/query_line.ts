import type { TextRange } from "../text/split_identifier.ts";

/** Line of a query without its line end. */
export interface QueryLine extends TextRange {
  /** Text of the line; only its start when it is very long. */
  readonly text: string;
}

/**
 * Maximum length of the read part of a line, in UTF-16 code units. Longer lines are data (minified
 * code, base64). The bound keeps every pattern linear in the length of the query.
 */
const MAX_LINE_LENGTH = 2000;

/** Returns the lines of a text; line ends are `\n` and `\r\n`. */
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
