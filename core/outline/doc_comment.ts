import { BLANK, type LineTable } from "../text/split_lines.ts";

/** UTF-16 units of a doc comment that are kept. */
const MAXIMUM_DOC = 400;

/** UTF-16 units of comment that are read for it: more than are kept, as markers go. */
const MAXIMUM_DOC_SOURCE = 2000;

/** What decorators and attributes begin with; `@doc "…"` is a comment in spite of its look. */
const DECORATOR_REGEXP = /@(?!(?:doc|typedoc)\s+["~])|#!|#\[|\[|template\s*<|-spec\b/y;
const OPENING_REGEXP =
  /(?:@(?:doc|typedoc)\s+(?:~[sS])?)?(?:"""|")|#'|\{-+\s*[|^]?|\(\*+|--\[=*\[|=begin\b/y;
const XML_REGEXP =
  /<\/?(?:summary|param|returns|remarks|see|paramref|typeparam|exception|value|para|c|code|inheritdoc)\b[^>]*>/g;
const WIDE_SPACE_REGEXP = /[^\S ]| {2}/;
const WHITE_SPACE_REGEXP = /\s+/g;

const SPACE = 32;
const BLOCK_ENDS = ["*/", "-}", "*)", '"""'];

/** Ends of blocks that are told by how they begin, as they may stand in other blocks too. */
const OWN_ENDS: Readonly<Record<string, readonly string[]>> = { "-": ["]]", "]=]"], "=": ["=end"] };

/** Characters that comment markers are made of. */
const MARKERS = toTable("/*#-;%!|^: \t");

/** Characters that a comment of one line begins with. */
const LINE_MARKERS = toTable("/#-;%");

/** Characters that only a marker or an end of a comment is made of, at the end of its line. */
const TRAILERS = toTable("*/=-#} \t\r\n");

/** Characters that words begin with. */
const WORDS = toTable("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");

/** Returns the words of the comments on a range of rows, or nothing when there are none. */
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
    let start = lines.firsts[row] ?? 0;
    let end = Math.min(lines.starts[row + 1] ?? 0, start + MAXIMUM_DOC_SOURCE);
    DECORATOR_REGEXP.lastIndex = start;
    if (!isInBlock && DECORATOR_REGEXP.test(text)) continue;
    OPENING_REGEXP.lastIndex = start;
    const hasOpening: boolean = !isInBlock && OPENING_REGEXP.test(text);
    const isBlock: boolean = hasOpening || text.startsWith("/*", start);
    if (isBlock) ends = OWN_ENDS[hasOpening ? text[start] ?? "" : ""] ?? BLOCK_ENDS;
    // Inside of a decorator that goes on over lines there is no comment.
    const isComment = isInBlock || isBlock || isIn(LINE_MARKERS, text.charCodeAt(start));
    if (hasOpening) start = OPENING_REGEXP.lastIndex;
    while (end > start && text.charCodeAt(end - 1) <= SPACE) end--;
    const close: string | undefined = isInBlock || isBlock
      ? ends.find((mark) => end - mark.length >= start && text.startsWith(mark, end - mark.length))
      : undefined;
    while (start < end && isIn(MARKERS, text.charCodeAt(start))) start++;
    while (end > start && isIn(TRAILERS, text.charCodeAt(end - 1))) end--;
    isInBlock = (isInBlock || isBlock) && close === undefined;
    // Doxygen writes so what is about the declaration before it.
    if (text.startsWith("< ", start)) start++;
    for (const mark of ['"""', "*)", ...(close === undefined ? [] : [close])]) {
      if (text.startsWith(mark, end - mark.length)) end = Math.max(start, end - mark.length);
    }
    if (!isComment || !hasWord(text, start, end)) continue;
    words.push(text.slice(start, end));
    size += end - start + 1;
  }
  return cleanDoc(words.join(" "));
}

/** Returns the doc string that is the first statement after a row, or nothing. */
export function docString(
  text: string,
  lines: LineTable,
  { headRow, opening }: { readonly headRow: number; readonly opening: RegExp },
): string {
  let row = headRow + 1;
  while (lines.indents[row] === BLANK) row++;
  if (row >= lines.count) return "";
  opening.lastIndex = lines.firsts[row] ?? 0;
  const quote = opening.exec(text)?.[1];
  if (quote === undefined) return "";
  const start = opening.lastIndex;
  const source = text.slice(start, start + MAXIMUM_DOC_SOURCE);
  const close = source.indexOf(quote);
  const newline = source.indexOf("\n");
  if (quote.length === 1 && (close < 0 || (newline >= 0 && close > newline))) return "";
  return cleanDoc(close < 0 ? source : source.slice(0, close));
}

/** Returns the words of a comment or doc string on one line, at most 400 UTF-16 units of them. */
export function cleanDoc(comment: string): string {
  let words = comment.includes("</") ? comment.replace(XML_REGEXP, "") : comment;
  if (WIDE_SPACE_REGEXP.test(words)) words = words.replace(WHITE_SPACE_REGEXP, " ");
  return words.trim().slice(0, MAXIMUM_DOC).trimEnd();
}

function hasWord(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code >= WORDS.length || WORDS[code] === 1) return true;
  }
  return false;
}

function isIn(table: Uint8Array, code: number): boolean {
  return code < table.length && table[code] === 1;
}

function toTable(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
