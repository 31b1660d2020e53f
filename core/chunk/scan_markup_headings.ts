import { cleanHeading, type Heading, type HeadingScan, markupText } from "./heading.ts";
import { BLANK, type LineTable } from "../text/split_lines.ts";

const ADORNMENT_REGEXP = /^([!-/:-@[-`{-~])\1{2,}$/;
const ASCIIDOC_HEADING_REGEXP = /^(={1,6}|#{1,6})\s+(.+)$/;
const ASCIIDOC_BLOCK_REGEXP = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|={4,}|\*{4,}|_{4,}|\|===|```.*)$/;
/** Underlines of levels one to five, the older form of AsciiDoc headings before equals signs. */
const ASCIIDOC_UNDERLINE_REGEXP = /^([-=~^+])\1{2,}$/;
const ASCIIDOC_LEVELS = "=-~^+";
/** Maximum difference in length of an underline and its title, in characters. */
const UNDERLINE_SLACK = 2;
const ORG_HEADING_REGEXP = /^(\*+)\s+(?:(?:TODO|DONE|WAITING)\s+)?(.+?)(?:\s+:[\w@:]+:)?$/;
const ORG_BLOCK_REGEXP = /^#\+begin_/i;
const ORG_BLOCK_END_REGEXP = /^#\+end_/i;

/**
 * Finds the titles of a reStructuredText text: lines that are underlined, and perhaps overlined,
 * with punctuation. The level of an adornment follows from the order of first appearance.
 */
export function scanRstHeadings(text: string, lines: LineTable): HeadingScan {
  const headings: Heading[] = [];
  const verbatim = new Uint8Array(lines.count);
  const styles: string[] = [];
  for (let row = 1; row < lines.count; row++) {
    if (lines.indents[row] !== 0) continue;
    const mark = adornmentOf(text, lines, row);
    const title = mark === undefined ? "" : markupText(text, lines, row - 1);
    if (mark === undefined || title === "" || ADORNMENT_REGEXP.test(title)) continue;
    const isOverlined = adornmentOf(text, lines, row - 2) === mark;
    const isAfterText = row > 1 && lines.indents[row - 2] !== BLANK;
    if (!isOverlined && (isAfterText || lines.indents[row - 1] !== 0)) continue;
    const style = isOverlined ? mark + mark : mark;
    if (!styles.includes(style)) styles.push(style);
    const first = isOverlined ? row - 2 : row - 1;
    const name = cleanHeading(title);
    if (name !== "") headings.push({ row: first, level: styles.indexOf(style) + 1, name });
    verbatim.fill(1, first + 1, row + 1);
  }
  return { headings, verbatim };
}

/**
 * Finds the section titles of an AsciiDoc text, marked or underlined, outside its delimited blocks.
 */
export function scanAsciiDocHeadings(text: string, lines: LineTable): HeadingScan {
  const headings: Heading[] = [];
  const verbatim = new Uint8Array(lines.count);
  let delimiter = "";
  for (let row = 0; row < lines.count; row++) {
    if (delimiter !== "") verbatim[row] = 1;
    if (lines.indents[row] !== 0) continue;
    const line = markupText(text, lines, row);
    if (delimiter !== "") {
      if (line === delimiter) delimiter = "";
      continue;
    }
    const [, marks, title] = ASCIIDOC_HEADING_REGEXP.exec(line) ?? [];
    if (marks !== undefined && title !== undefined) {
      headings.push({ row, level: marks.length, name: cleanHeading(title) });
      continue;
    }
    const underlined = findUnderlined(text, lines, row);
    if (underlined !== undefined) {
      headings.push({ row: row - 1, ...underlined });
      verbatim[row] = 1;
    } else if (ASCIIDOC_BLOCK_REGEXP.test(line)) {
      delimiter = line.startsWith("```") ? "```" : line;
    }
  }
  return { headings, verbatim };
}

/** Returns the AsciiDoc title that a row underlines; undefined when it underlines none. */
function findUnderlined(
  text: string,
  lines: LineTable,
  row: number,
): Omit<Heading, "row"> | undefined {
  const line = markupText(text, lines, row);
  const [, mark] = ASCIIDOC_UNDERLINE_REGEXP.exec(line) ?? [];
  const title = mark === undefined || lines.indents[row - 1] !== 0
    ? ""
    : markupText(text, lines, row - 1);
  const isAlone = row < 2 || lines.indents[row - 2] === BLANK || /^(?:\[.*\]|:.*)$/.test(
    markupText(text, lines, row - 2),
  );
  const isNear = Math.abs(title.length - line.length) <= UNDERLINE_SLACK;
  if (mark === undefined || !isNear || !isAlone || !/^[\p{L}\p{N}]/u.test(title)) return undefined;
  return { level: ASCIIDOC_LEVELS.indexOf(mark) + 1, name: cleanHeading(title) };
}

/** Finds the headlines of an Org text, outside its blocks; keywords and tags are left out. */
export function scanOrgHeadings(text: string, lines: LineTable): HeadingScan {
  const headings: Heading[] = [];
  const verbatim = new Uint8Array(lines.count);
  let isInBlock = false;
  for (let row = 0; row < lines.count; row++) {
    if (isInBlock) {
      verbatim[row] = 1;
      isInBlock = !ORG_BLOCK_END_REGEXP.test(markupText(text, lines, row));
      continue;
    }
    const code = text.charCodeAt(lines.contentStarts[row] ?? 0);
    if (code === 42 && lines.indents[row] === 0) {
      const [, stars, title] = ORG_HEADING_REGEXP.exec(markupText(text, lines, row)) ?? [];
      if (stars === undefined || title === undefined) continue;
      headings.push({ row, level: stars.length, name: cleanHeading(title) });
    } else if (code === 35) {
      isInBlock = ORG_BLOCK_REGEXP.test(markupText(text, lines, row));
    }
  }
  return { headings, verbatim };
}

function adornmentOf(text: string, lines: LineTable, row: number): string | undefined {
  if (row < 0 || lines.indents[row] !== 0) return undefined;
  const code = text.charCodeAt(lines.contentStarts[row] ?? 0);
  // Nearly all lines begin with a letter; they are excluded without a regular expression.
  if ((code | 32) >= 97 && (code | 32) <= 122) return undefined;
  return ADORNMENT_REGEXP.exec(markupText(text, lines, row))?.[1];
}
