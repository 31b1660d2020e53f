import { BLANK, type LineTable, rowText } from "./split_lines.ts";

/** UTF-16 units of a doc comment that are kept. */
const MAXIMUM_DOC = 400;

/** UTF-16 units of comment that are read for it: more than are kept, as markers go. */
const MAXIMUM_DOC_SOURCE = 2000;

const DECORATOR_REGEXP = /^(?:@(?!(?:doc|moduledoc|typedoc)\b)|#!?\[|\[|template\s*<|-spec\b)/;
const MARKERS_REGEXP =
  /^(?:@(?:doc|moduledoc|typedoc)\s+(?:~[sS])?|\/\*[*!]?|\*(?!\/)|\/\/[/!]?|#+[!:']?|--+\s*[|^]?|;+|%+|\{-+\s*[|^]?|\(\*+)?\s*(?:"""|")?/;
const BLOCK_START_REGEXP = /^(?:\/\*|\{-|\(\*)/;
const END_REGEXP = /\s*(?:\*+\/|-\}|\*+\)|""")$/;
const XML_REGEXP =
  /<\/?(?:summary|param|returns|remarks|see|paramref|typeparam|exception|value|para|c|code|inheritdoc)\b[^>]*>/g;
const WORD_REGEXP = /[\p{L}\p{N}]/u;
const WHITE_SPACE_REGEXP = /\s+/g;
const DOC_STRING_REGEXP = /[rRuUbB]{0,2}("""|'''|"|')/y;

/** Returns the words of the comments on a range of rows, or nothing when there are none. */
export function docComment(
  text: string,
  lines: LineTable,
  rows: { readonly first: number; readonly end: number },
): string {
  const words: string[] = [];
  let size = 0;
  let isInBlock = false;
  for (let row = rows.first; row < rows.end && size < MAXIMUM_DOC; row++) {
    const line = rowText(text, lines, row).slice(0, MAXIMUM_DOC_SOURCE);
    if (!isInBlock && DECORATOR_REGEXP.test(line)) continue;
    const opensString: boolean = !isInBlock && line.split('"""').length === 2;
    const opensBlock: boolean = opensString || BLOCK_START_REGEXP.test(line);
    isInBlock = (isInBlock || opensBlock) && (opensString || !END_REGEXP.test(line));
    const comment = line.replace(MARKERS_REGEXP, "").replace(END_REGEXP, "");
    if (!WORD_REGEXP.test(comment)) continue;
    words.push(comment);
    size += comment.length + 1;
  }
  return clip(words.join(" ").replace(XML_REGEXP, ""));
}

/** Returns the doc string that is the first statement after a row, or nothing. */
export function docString(text: string, lines: LineTable, headRow: number): string {
  let row = headRow + 1;
  while (lines.indents[row] === BLANK) row++;
  if (row >= lines.count) return "";
  DOC_STRING_REGEXP.lastIndex = lines.firsts[row] ?? 0;
  const quote = DOC_STRING_REGEXP.exec(text)?.[1];
  if (quote === undefined) return "";
  const start = DOC_STRING_REGEXP.lastIndex;
  const close = text.indexOf(quote, start);
  if (close < 0 || (quote.length === 1 && close > (lines.starts[row + 1] ?? 0))) return "";
  return clip(text.slice(start, Math.min(close, start + MAXIMUM_DOC_SOURCE)));
}

function clip(words: string): string {
  return words.replace(WHITE_SPACE_REGEXP, " ").trim().slice(0, MAXIMUM_DOC).trimEnd();
}
