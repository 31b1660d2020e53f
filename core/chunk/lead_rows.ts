import { BLANK, type LineTable, rowText } from "./split_lines.ts";

/** Rows that are walked up to find where a block comment or a decorator began. */
const MAXIMUM_BLOCK_ROWS = 200;

/** Lines longer than this, in UTF-16 units, are neither comments nor decorators worth attaching. */
const MAXIMUM_LEAD_LINE = 2000;

const COMMENT_OR_DECORATOR_REGEXP =
  /^(?:\/\/|\/\*|#(?!\s*(?:if|ifdef|ifndef|else|elif|endif|include|define|undef|pragma|error|import|region|endregion)\b|\w+\s*[=;(:])|--|;|%|@|\{-|\(\*|\[.*\]$|-(?:spec|doc)\b|template\s*<)/;
const BLOCK_END_REGEXP = /(?:\*\/|-\}|\*\)|""")$/;
const DECORATOR_END_REGEXP = /^[)}\]]+$/;
const DECORATOR_REGEXP = /^(?:@|#\[|\[)/;

/** Where the comments and decorators above a declaration may be. */
export interface LeadOptions {
  /** Row of the declaration. */
  readonly row: number;
  /** First row that may belong to it: the one after what was declared before. */
  readonly floor: number;
}

/**
 * Returns the first row of the comments, attributes and decorators directly above a declaration, or
 * the declaration's own row when there are none. A blank line ends them.
 */
export function findLeadRow(text: string, lines: LineTable, { row, floor }: LeadOptions): number {
  let lead = row;
  while (lead > floor) {
    const above = lead - 1;
    if (lines.indents[above] === BLANK || isTooLong(lines, above)) break;
    const line = rowText(text, lines, above);
    const first = BLOCK_END_REGEXP.test(line)
      ? findBlockStart(text, lines, { row: above, floor })
      : DECORATOR_END_REGEXP.test(line)
      ? findDecoratorStart(text, lines, { row: above, floor })
      : COMMENT_OR_DECORATOR_REGEXP.test(line)
      ? above
      : undefined;
    if (first === undefined) break;
    lead = first;
  }
  return lead;
}

/** Returns the row on which the block comment or doc string begins that ends on a row. */
function findBlockStart(
  text: string,
  lines: LineTable,
  { row, floor }: LeadOptions,
): number | undefined {
  const end = rowText(text, lines, row);
  const close = end.slice(end.endsWith('"""') ? -3 : -2);
  const open = { "*/": "/*", "-}": "{-", "*)": "(*" }[close] ?? '"""';
  const limit = Math.max(floor, row - MAXIMUM_BLOCK_ROWS);
  for (let first = row; first >= limit; first--) {
    const line = rowText(text, lines, first);
    const at = line.indexOf(open);
    if (at < 0 || (first === row && open === '"""' && at === line.length - 3)) continue;
    // A comment after code on the same line belongs to that code.
    return at === 0 || line.startsWith("@") ? first : undefined;
  }
  return undefined;
}

/** Returns the row on which the decorator begins whose last closing bracket stands on a row. */
function findDecoratorStart(
  text: string,
  lines: LineTable,
  { row, floor }: LeadOptions,
): number | undefined {
  const limit = Math.max(floor, row - MAXIMUM_BLOCK_ROWS);
  for (let first = row - 1; first >= limit; first--) {
    if (lines.indents[first] === BLANK) continue;
    if ((lines.indents[first] ?? 0) > (lines.indents[row] ?? 0)) continue;
    return DECORATOR_REGEXP.test(rowText(text, lines, first)) ? first : undefined;
  }
  return undefined;
}

function isTooLong(lines: LineTable, row: number): boolean {
  return (lines.starts[row + 1] ?? 0) - (lines.starts[row] ?? 0) > MAXIMUM_LEAD_LINE;
}
