import { BLANK, type LineTable, rowText } from "../text/split_lines.ts";

/** Rows that are walked up to find where a block comment or a decorator began. */
const MAXIMUM_BLOCK_ROWS = 200;

/** Lines longer than this, in UTF-16 units, are neither comments nor decorators worth attaching. */
const MAXIMUM_LEAD_LINE = 2000;

const COMMENT_OR_DECORATOR_REGEXP =
  /\/[\/*]|#(?!\s*(?:if|ifdef|ifndef|else|elif|endif|include|define|undef|pragma|error|import|region|endregion)\b|\w+\s*[=;(:])|--|[;%@]|\{-|\(\*|\[[^\n]*\]\s*$|-(?:spec|doc)\b|template\s*</my;
const DECORATOR_REGEXP = /@|#?\[/y;
const CLOSING_BRACKETS = ")}]";

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
  while (lead > floor && lines.indents[lead - 1] !== BLANK) {
    const first = findLeadStart(text, lines, { row: lead - 1, floor });
    if (first === undefined) break;
    lead = first;
  }
  return lead;
}

/** Returns where the comment or decorator begins that ends on a row, if one does. */
function findLeadStart(text: string, lines: LineTable, options: LeadOptions): number | undefined {
  const { row } = options;
  const first = lines.firsts[row] ?? 0;
  let end = lines.starts[row + 1] ?? 0;
  if (end - first > MAXIMUM_LEAD_LINE) return undefined;
  while (end > first && text.charCodeAt(end - 1) <= 32) end--;
  switch (text[end - 1]) {
    case "/":
      if (text[end - 2] === "*") {
        return findBlockStart(text, lines, { ...options, end, open: "/*" });
      }
      break;
    case '"':
      if (text.startsWith('"""', end - 3)) {
        return findBlockStart(text, lines, { ...options, end, open: '"""' });
      }
      break;
    case "}":
      if (text[end - 2] === "-") {
        return findBlockStart(text, lines, { ...options, end, open: "{-" });
      }
      break;
    case ")":
      if (text[end - 2] === "*") {
        return findBlockStart(text, lines, { ...options, end, open: "(*" });
      }
      break;
  }
  if (CLOSING_BRACKETS.includes(text[first] ?? " ")) {
    return findDecoratorStart(text, lines, options);
  }
  COMMENT_OR_DECORATOR_REGEXP.lastIndex = first;
  return COMMENT_OR_DECORATOR_REGEXP.test(text) ? row : undefined;
}

/** Returns the row on which the block comment or doc string begins that ends on a row. */
function findBlockStart(
  text: string,
  lines: LineTable,
  { row, floor, open, end }: LeadOptions & { readonly open: string; readonly end: number },
): number | undefined {
  const isString = open === '"""';
  const limit = Math.max(floor, row - MAXIMUM_BLOCK_ROWS);
  for (let first = row; first >= limit; first--) {
    const start = lines.firsts[first] ?? 0;
    // A comment after code on the same line belongs to that code.
    const isAlone = isString && first === row && end - start === open.length;
    if (text.startsWith(open, start) && !isAlone) return first;
    if (isString && text.startsWith("@", start)) return first;
  }
  return undefined;
}

/** Returns the row on which the decorator begins whose last closing bracket begins a row. */
function findDecoratorStart(
  text: string,
  lines: LineTable,
  { row, floor }: LeadOptions,
): number | undefined {
  const last = rowText(text, lines, row);
  for (const character of last) if (!CLOSING_BRACKETS.includes(character)) return undefined;
  const limit = Math.max(floor, row - MAXIMUM_BLOCK_ROWS);
  for (let first = row - 1; first >= limit; first--) {
    if (lines.indents[first] === BLANK) continue;
    if ((lines.indents[first] ?? 0) > (lines.indents[row] ?? 0)) continue;
    DECORATOR_REGEXP.lastIndex = lines.firsts[first] ?? 0;
    return DECORATOR_REGEXP.test(text) ? first : undefined;
  }
  return undefined;
}
