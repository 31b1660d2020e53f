import { BLANK, type LineTable, rowText } from "../text/split_lines.ts";

/** A heading of a document. */
export interface Heading {
  /** Row of the heading's first line, 0-based. */
  readonly row: number;
  /** Depth in the tree; smaller encloses larger, and 0 is the title of the front matter. */
  readonly level: number;
  /** The heading's words without its markup. */
  readonly name: string;
}

/** What is found in a text of one markup language. */
export interface HeadingScan {
  /** In line order. */
  readonly headings: readonly Heading[];
  /** 1 for each row that continues a fence, a comment or front matter, which should stay whole. */
  readonly verbatim: Uint8Array;
}

/** Finds the headings of a text in one markup language. */
export type HeadingScanner = (text: string, lines: LineTable) => HeadingScan;

/** Lines longer than this, in UTF-16 units, are never headings. */
const MAXIMUM_HEADING_LINE = 1000;

const HEADING_MARKUP_REGEXP = /[`*[<{\\]/;
const IMAGE_REGEXP = /!\[[^\]]*\]\([^)]*\)/g;
const LINK_REGEXP = /\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g;
const TAG_REGEXP = /<\/?[a-zA-Z][^>]*>/g;
const ROLE_REGEXP = /:[\w.:-]+:(?=`)/g;
const ANCHOR_REGEXP = /\{[#:][^}]*\}/g;
const EMPHASIS_REGEXP = /\*\*|`|\\(?=[^\w\s])/g;
const WHITE_SPACE_REGEXP = /\s+/g;

/** Returns the words of a heading without links, images, tags, anchors and emphasis. */
export function cleanHeading(name: string): string {
  if (!HEADING_MARKUP_REGEXP.test(name)) return name.replace(WHITE_SPACE_REGEXP, " ").trim();
  return name
    .replace(IMAGE_REGEXP, "")
    .replace(LINK_REGEXP, "$1")
    .replace(TAG_REGEXP, "")
    .replace(ANCHOR_REGEXP, "")
    .replace(ROLE_REGEXP, "")
    .replace(EMPHASIS_REGEXP, "")
    .replace(WHITE_SPACE_REGEXP, " ")
    .trim();
}

/** Returns the trimmed text of a row, or nothing when it is blank or too long to be markup. */
export function markupText(text: string, lines: LineTable, row: number): string {
  if (row < 0 || row >= lines.count || lines.indents[row] === BLANK) return "";
  const length = (lines.starts[row + 1] ?? 0) - (lines.firsts[row] ?? 0);
  return length > MAXIMUM_HEADING_LINE ? "" : rowText(text, lines, row);
}
