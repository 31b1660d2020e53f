import { rowAt } from "../text/split_lines.ts";
import { docComment, docString, findLeadRow } from "./doc_comment.ts";
import type { ScannedText } from "./scan_brackets.ts";

/** UTF-16 units of a head that are kept as its signature. */
const MAXIMUM_SIGNATURE = 200;

const OPEN_VALUE_REGEXP = /[\s={[(|;]+$/;
const WIDE_SPACE_REGEXP = /[^\S ]| {2}/;
const WHITE_SPACE_REGEXP = /\s+/g;

/** The head of a declaration. */
export interface HeadText {
  /** First row, 0-based. */
  readonly row: number;
  /** Offset after it. */
  readonly headEnd: number;
  /** Whether it is that of a value. */
  readonly isValue: boolean;
}

/** Returns a head on one line. */
export function signatureOf(
  { text, lines, rules }: ScannedText,
  { row, headEnd, isValue }: HeadText,
): string {
  const start = lines.firsts[row] ?? 0;
  // Of a value the first line says most; of a function all that comes before the body.
  const end = isValue ? lines.starts[row + 1] ?? headEnd : headEnd;
  const head = text.slice(start, Math.min(end, start + 2 * MAXIMUM_SIGNATURE));
  const line = (WIDE_SPACE_REGEXP.test(head) ? head.replace(WHITE_SPACE_REGEXP, " ") : head)
    .trim();
  const tail = isValue ? OPEN_VALUE_REGEXP : rules.headEnd;
  return (tail === undefined ? line : line.replace(tail, "")).slice(0, MAXIMUM_SIGNATURE);
}

/**
 * Returns the comment above a head, or the doc string below it; empty when there is none.
 *
 * @param head.floor First row that the comment may be on.
 */
export function docOf(
  { text, lines, rules }: ScannedText,
  { row, headEnd, isValue, floor }: HeadText & { readonly floor: number },
): string {
  const lead = findLeadRow(text, lines, { row, floor });
  const above = lead < row ? docComment(text, lines, { first: lead, end: row }) : "";
  if (rules.docString === undefined || isValue) return above;
  const inside = docString(text, lines, {
    headRow: rowAt(lines, headEnd),
    opening: rules.docString,
  });
  return inside === "" ? above : inside;
}
