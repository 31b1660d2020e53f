import { cleanHeading, type Heading, type HeadingScan, markupText } from "./heading.ts";
import { BLANK, type LineTable } from "../text/split_lines.ts";

/** Columns from which on a line is indented code rather than a heading. */
const CODE_INDENT = 4;

/** Level of a title in the front matter: above every heading of the text. */
const TITLE_LEVEL = 0;

/** Rows of front matter that are looked through for its end. */
const MAXIMUM_FRONT_MATTER_ROWS = 200;

const ATX_REGEXP = /^(#{1,6})(?:\s+(.*))?$/;
const CLOSING_HASHES_REGEXP = /(?:^|\s)#+$/;
const UNDERLINE_REGEXP = /^(?:=+|-+)$/;
const FENCE_REGEXP = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const ITEM_FENCE_REGEXP = /^(?:[-+*]|\d{1,9}[.)])\s+(?<fence>`{3,}(?=[^`]*$)|~{3,})/;
const HTML_HEADING_REGEXP = /^<h([1-6])(?:\s[^>]*)?>(.*)<\/h[1-6]>$/i;
const CONTAINER_REGEXP = /^(?:>|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|\||<)/;
const RULE_REGEXP = /^(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const TITLE_REGEXP = /^title\s*[:=]\s*(.+)$/;
const QUOTES_REGEXP = /^(["'])(.*)\1$/;

/**
 * Finds the headings of a Markdown text: `#` lines, underlined lines, `<h1>` lines and the `title`
 * of the front matter. What looks like a heading in a fence, an indented block, a comment, a list
 * or a quotation is none.
 */
export function scanMarkdownHeadings(text: string, lines: LineTable): HeadingScan {
  const headings: Heading[] = [];
  const verbatim = new Uint8Array(lines.count);
  // After the last end of a comment no further opening is searched to the end of the text.
  const lastCommentEnd = text.lastIndexOf("-->");
  // First row of the paragraph that goes on, for underlines that follow it.
  let paragraph = -1;
  let isContained = false;

  const skipTo = (row: number, last: number): number => {
    verbatim.fill(1, row + 1, last + 1);
    return last;
  };

  for (let row = scanFrontMatter(text, lines, headings, verbatim); row < lines.count; row++) {
    const indent = lines.indents[row] ?? BLANK;
    if (indent === BLANK) {
      paragraph = -1;
      isContained = false;
      continue;
    }
    switch (text[lines.firsts[row] ?? 0]) {
      case "`":
      case "~": {
        const fence = FENCE_REGEXP.exec(markupText(text, lines, row))?.[0];
        if (fence === undefined) break;
        row = skipTo(row, findFenceEnd(text, lines, { row, fence }));
        paragraph = -1;
        continue;
      }
      case "<": {
        const last = findCommentEnd(text, lines, { row, lastCommentEnd });
        if (last !== undefined) {
          row = skipTo(row, last);
          paragraph = -1;
          continue;
        }
        const [, level, name] = HTML_HEADING_REGEXP.exec(markupText(text, lines, row)) ?? [];
        if (name !== undefined) addHeading(headings, row, Number(level), name);
        break;
      }
      case "#": {
        const [, hashes, name] = indent < CODE_INDENT
          ? ATX_REGEXP.exec(markupText(text, lines, row)) ?? []
          : [];
        if (hashes === undefined) break;
        addHeading(headings, row, hashes.length, (name ?? "").replace(CLOSING_HASHES_REGEXP, ""));
        paragraph = -1;
        continue;
      }
      case "=":
      case "-": {
        const line = markupText(text, lines, row);
        if (paragraph < 0 || indent >= CODE_INDENT || !UNDERLINE_REGEXP.test(line)) break;
        const name = text.slice(lines.firsts[paragraph], lines.starts[row]);
        addHeading(headings, paragraph, line.startsWith("=") ? 1 : 2, name);
        verbatim.fill(1, paragraph + 1, row + 1);
        paragraph = -1;
        continue;
      }
    }
    const line = paragraph < 0 || indent < CODE_INDENT ? markupText(text, lines, row) : "";
    if (CONTAINER_REGEXP.test(line) || RULE_REGEXP.test(line)) {
      paragraph = -1;
      isContained = true;
      const fence = ITEM_FENCE_REGEXP.exec(line)?.groups?.["fence"];
      if (fence !== undefined) row = skipTo(row, findFenceEnd(text, lines, { row, fence }));
    } else if (paragraph < 0 && !isContained && indent < CODE_INDENT) {
      paragraph = row;
    }
  }
  return { headings, verbatim };
}

function addHeading(headings: Heading[], row: number, level: number, markup: string): void {
  const name = cleanHeading(markup);
  if (name !== "") headings.push({ row, level, name });
}

/** Returns the first row after the front matter, having noted its title; 0 when there is none. */
function scanFrontMatter(
  text: string,
  lines: LineTable,
  headings: Heading[],
  verbatim: Uint8Array,
): number {
  const fence = markupText(text, lines, 0).replace("\uFEFF", "");
  if (fence !== "---" && fence !== "+++") return 0;
  const limit = Math.min(lines.count, MAXIMUM_FRONT_MATTER_ROWS);
  let title = "";
  for (let row = 1; row < limit; row++) {
    const line = markupText(text, lines, row);
    if (line === fence) {
      verbatim.fill(1, 1, row + 1);
      addHeading(headings, 0, TITLE_LEVEL, title);
      return row + 1;
    }
    title ||= TITLE_REGEXP.exec(line)?.[1]?.replace(QUOTES_REGEXP, "$2") ?? "";
  }
  return 0;
}

/** Returns the row that closes a fence, or the last row of the text as the standard has it. */
function findFenceEnd(
  text: string,
  lines: LineTable,
  { row, fence }: { row: number; fence: string },
): number {
  const mark = fence.charCodeAt(0);
  for (let end = row + 1; end < lines.count; end++) {
    const first = lines.firsts[end] ?? 0;
    if (text.charCodeAt(first) !== mark || !text.startsWith(fence, first)) continue;
    const line = markupText(text, lines, end);
    if (line !== "" && line === line.charAt(0).repeat(line.length)) return end;
  }
  return lines.count - 1;
}

/** Returns the last row of an HTML comment that begins a row and is closed on a later one. */
function findCommentEnd(
  text: string,
  lines: LineTable,
  { row, lastCommentEnd }: { row: number; lastCommentEnd: number },
): number | undefined {
  const inside = (lines.firsts[row] ?? 0) + "<!--".length;
  if (inside > lastCommentEnd || !text.startsWith("<!--", lines.firsts[row])) return undefined;
  const close = text.indexOf("-->", inside);
  let end = row;
  while (end + 1 < lines.count && (lines.starts[end + 1] ?? 0) <= close) end++;
  return end;
}
