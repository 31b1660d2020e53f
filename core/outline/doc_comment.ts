import { matchesAt, raw } from "../text/match_at.ts";
import { BLANK, type LineTable, rowAt, rowText } from "../text/split_lines.ts";
import type { ScannedText } from "./scan_brackets.ts";

/** Maximum number of UTF-16 units of a doc comment that are kept. */
const MAXIMUM_DOC = 400;

/**
 * Maximum number of UTF-16 units of a comment that are read: more than are kept, as markers are
 * removed.
 */
const MAXIMUM_DOC_SOURCE = 2000;

/** Start of decorators and attributes; `@doc "…"` looks like one but is a comment. */
const DECORATOR_REGEXP = /@(?!(?:doc|typedoc)\s+["~])|#!|#\[|\[|template\s*<|-spec\b/y;
const OPENING_REGEXP =
  /(?:@(?:doc|typedoc)\s+(?:~[sS])?)?(?:"""|")|#'|\{-+\s*[|^]?|\(\*+|--\[=*\[|=begin\b/y;
/** `<summary>`, `</param>`: tags in comments of C# and other languages. */
const XML_REGEXP = new RegExp(
  raw`<\/?(?:summary|param|returns|remarks|see|paramref|typeparam|exception|value|para|c` +
    raw`|code|inheritdoc)\b[^>]*>`,
  "g",
);
const WIDE_SPACE_REGEXP = /[^\S ]| {2}/;
const WHITE_SPACE_REGEXP = /\s+/g;

const SPACE = 32;
const BLOCKS = [["/*", "*/"], ["{-", "-}"], ["(*", "*)"], ['"""', '"""']] as const;
const BLOCK_ENDS = BLOCKS.map(([, close]) => close);

/** Ends of blocks by the first character of the block; these ends may occur inside other blocks. */
const BLOCK_ENDS_BY_START: Readonly<Record<string, readonly string[]>> = {
  "-": ["]]", "]=]"],
  "=": ["=end"],
};

/** Characters of comment markers. */
const MARKERS = "/*#-;%!|^: \t";

/** First characters of one-line comments. */
const LINE_MARKERS = "/#-;%";

/** Characters at the end of a line that belong only to a marker or an end of a comment. */
const TRAILERS = "*/=-#} \t\r\n";

const WORD_REGEXP = /[A-Za-z0-9\x80-\uffff]/;

/** Returns the words of the comments in a range of rows; empty when there are none. */
export function docComment(
  text: string,
  lines: LineTable,
  rows: { readonly first: number; readonly end: number },
): string {
  const words: string[] = [];
  let size = 0;
  let isInBlock = false;
  let ends: readonly string[] = BLOCK_ENDS;
  for (let row = rows.first; row < rows.end && size < MAXIMUM_DOC; row++) {
    let start = lines.contentStarts[row] ?? 0;
    let end = Math.min(lines.starts[row + 1] ?? 0, start + MAXIMUM_DOC_SOURCE);
    if (!isInBlock && matchesAt(DECORATOR_REGEXP, text, start)) continue;
    const hasOpening: boolean = !isInBlock && matchesAt(OPENING_REGEXP, text, start);
    const isBlock: boolean = hasOpening || text.startsWith("/*", start);
    if (isBlock) ends = BLOCK_ENDS_BY_START[hasOpening ? text[start] ?? "" : ""] ?? BLOCK_ENDS;
    // A decorator over several lines contains no comment.
    const isComment = isInBlock || isBlock ||
      (start < text.length && LINE_MARKERS.includes(text.charAt(start)));
    if (hasOpening) start = OPENING_REGEXP.lastIndex;
    while (end > start && text.charCodeAt(end - 1) <= SPACE) end--;
    const close: string | undefined = isInBlock || isBlock
      ? ends.find((mark) => end - mark.length >= start && text.startsWith(mark, end - mark.length))
      : undefined;
    while (start < end && MARKERS.includes(text.charAt(start))) start++;
    while (end > start && TRAILERS.includes(text.charAt(end - 1))) end--;
    isInBlock = (isInBlock || isBlock) && close === undefined;
    // Doxygen marks comments on the preceding declaration this way.
    if (text.startsWith("< ", start)) start++;
    for (const mark of ['"""', "*)", ...(close === undefined ? [] : [close])]) {
      if (text.startsWith(mark, end - mark.length)) end = Math.max(start, end - mark.length);
    }
    const line = text.slice(start, end);
    if (!isComment || !WORD_REGEXP.test(line)) continue;
    words.push(line);
    size += line.length + 1;
  }
  return cleanDoc(words.join(" "));
}

/** Returns the doc string that is the first statement after a row; empty when there is none. */
function docString(
  text: string,
  lines: LineTable,
  { headRow, opening }: { readonly headRow: number; readonly opening: RegExp },
): string {
  let row = headRow + 1;
  while (lines.indents[row] === BLANK) row++;
  if (row >= lines.count) return "";
  opening.lastIndex = lines.contentStarts[row] ?? 0;
  const quote = opening.exec(text)?.[1];
  if (quote === undefined) return "";
  const start = opening.lastIndex;
  const source = text.slice(start, start + MAXIMUM_DOC_SOURCE);
  const close = source.indexOf(quote);
  const newline = source.indexOf("\n");
  if (quote.length === 1 && (close < 0 || (newline >= 0 && close > newline))) return "";
  return cleanDoc(close < 0 ? source : source.slice(0, close));
}

/** Returns the words of a comment or doc string on one line, at most 400 UTF-16 units. */
export function cleanDoc(comment: string): string {
  let words = comment.includes("</") ? comment.replace(XML_REGEXP, "") : comment;
  if (WIDE_SPACE_REGEXP.test(words)) words = words.replace(WHITE_SPACE_REGEXP, " ");
  return words.trim().slice(0, MAXIMUM_DOC).trimEnd();
}

/**
 * Maximum number of rows that are searched upwards for the start of a block comment or a decorator.
 */
const MAXIMUM_BLOCK_ROWS = 200;

/** Maximum length in UTF-16 units of a comment or decorator line above a declaration. */
const MAXIMUM_LINE = 2000;

/** Start of a line that belongs to a definition below: `//`, `# text`, `@decorator`. */
const COMMENT_OR_DECORATOR_REGEXP = new RegExp(
  raw`\/[\/*]|#(?!\s*(?:if|ifdef|ifndef|else|elif|endif|include|define|undef|pragma|error` +
    raw`|import|region|endregion)\b|\w+\s*[=;(:])|--|[;%@]|\{-|\(\*|\[[^\n]*\]\s*$` +
    raw`|-(?:spec|doc)\b|template\s*<`,
  "my",
);
const OPEN_DECORATOR_REGEXP = /@|#?\[/y;
const CLOSER_REGEXP = /[)}\]]/y;
const CLOSERS_REGEXP = /^[)}\]]*$/;

/** Rows that comments and decorators above a declaration may be on. */
interface LeadingCommentOptions {
  readonly row: number;
  /** First row that may belong to the declaration: the one after the previous declaration. */
  readonly floor: number;
}

/**
 * Returns the first row of the comments, attributes and decorators directly above a declaration, or
 * the row of the declaration when there are none. A blank line ends them.
 */
export function findLeadingCommentRow(
  text: string,
  lines: LineTable,
  { row, floor }: LeadingCommentOptions,
): number {
  let lead = row;
  while (lead > floor && lines.indents[lead - 1] !== BLANK) {
    const first = findCommentStart(text, lines, { row: lead - 1, floor });
    if (first === undefined) break;
    lead = first;
  }
  return lead;
}

/**
 * Returns the first row of the comment or decorator that ends on a row; undefined when none ends
 * there.
 */
function findCommentStart(
  text: string,
  lines: LineTable,
  options: LeadingCommentOptions,
): number | undefined {
  const { row } = options;
  const first = lines.contentStarts[row] ?? 0;
  let end = lines.starts[row + 1] ?? 0;
  if (end - first > MAXIMUM_LINE) return undefined;
  while (end > first && text.charCodeAt(end - 1) <= 32) end--;
  const block = BLOCKS.find(([, close]) => text.startsWith(close, end - close.length));
  if (block !== undefined) return findBlockStart(text, lines, { ...options, end, open: block[0] });
  if (matchesAt(CLOSER_REGEXP, text, first)) return findDecoratorStart(text, lines, options);
  return matchesAt(COMMENT_OR_DECORATOR_REGEXP, text, first) ? row : undefined;
}

/** Returns the first row of the block comment or doc string that ends on a row. */
function findBlockStart(
  text: string,
  lines: LineTable,
  { row, floor, open, end }: LeadingCommentOptions & {
    readonly open: string;
    readonly end: number;
  },
): number | undefined {
  const isString = open === '"""';
  const limit = Math.max(floor, row - MAXIMUM_BLOCK_ROWS);
  for (let first = row; first >= limit; first--) {
    const start = lines.contentStarts[first] ?? 0;
    // A comment after code on the same line belongs to that code.
    const isAlone = isString && first === row && end - start === open.length;
    if (text.startsWith(open, start) && !isAlone) return first;
    if (isString && text.startsWith("@", start)) return first;
  }
  return undefined;
}

/** Returns the first row of the decorator whose last closing bracket begins a row. */
function findDecoratorStart(
  text: string,
  lines: LineTable,
  { row, floor }: LeadingCommentOptions,
): number | undefined {
  if (!CLOSERS_REGEXP.test(rowText(text, lines, row))) return undefined;
  const limit = Math.max(floor, row - MAXIMUM_BLOCK_ROWS);
  for (let first = row - 1; first >= limit; first--) {
    if (lines.indents[first] === BLANK) continue;
    if ((lines.indents[first] ?? 0) > (lines.indents[row] ?? 0)) continue;
    return matchesAt(OPEN_DECORATOR_REGEXP, text, lines.contentStarts[first] ?? 0)
      ? first
      : undefined;
  }
  return undefined;
}

/** Maximum number of UTF-16 units of a head that are kept as its signature. */
const MAXIMUM_SIGNATURE = 200;

const OPEN_VALUE_REGEXP = /[\s={[(|;]+$/;

/** Head of a declaration. */
interface HeadText {
  /** First row, 0-based. */
  readonly row: number;
  /** Offset after the head. */
  readonly headEnd: number;
  /** True for the head of a value. */
  readonly isValue: boolean;
}

/** Returns a head on one line. */
export function signatureOf(
  { text, lines, rules }: ScannedText,
  { row, headEnd, isValue }: HeadText,
): string {
  const start = lines.contentStarts[row] ?? 0;
  // For a value the first line is the most informative; for a function, all text before the body.
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
  const lead = findLeadingCommentRow(text, lines, { row, floor });
  const above = lead < row ? docComment(text, lines, { first: lead, end: row }) : "";
  if (rules.docString === undefined || isValue) return above;
  const inside = docString(text, lines, {
    headRow: rowAt(lines, headEnd),
    opening: rules.docString,
  });
  return inside === "" ? above : inside;
}
