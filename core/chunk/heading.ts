import { BLANK, type LineTable, rowText } from "../text/split_lines.ts";

/** Heading of a document. */
export interface Heading {
  /** Row of the first line of the heading, 0-based. */
  readonly row: number;
  /**
   * Level in the tree; smaller levels enclose larger ones, and 0 is the title of the front matter.
   */
  readonly level: number;
  /** Words of the heading without markup. */
  readonly name: string;
}

/** Headings of a text in one markup language. */
export interface HeadingScan {
  /** In line order. */
  readonly headings: readonly Heading[];
  /** 1 for each row that continues a fence, a comment or front matter, which should not be cut. */
  readonly verbatim: Uint8Array;
}

/** Finds the headings of a text in one markup language. */
export type HeadingScanner = (text: string, lines: LineTable) => HeadingScan;

/** Maximum length of a heading line in UTF-16 units. */
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

/** Returns the trimmed text of a row; empty when the row is blank or too long for markup. */
export function markupText(text: string, lines: LineTable, row: number): string {
  if (row < 0 || row >= lines.count || lines.indents[row] === BLANK) return "";
  const length = (lines.starts[row + 1] ?? 0) - (lines.contentStarts[row] ?? 0);
  return length > MAXIMUM_HEADING_LINE ? "" : rowText(text, lines, row);
}
