import { cleanHeading, type Heading, type HeadingScan, markupText } from "./heading.ts";
import { findHtmlEnd, startsHtmlBlock } from "./html_block.ts";
import { BLANK, type LineTable, splitLines } from "../text/split_lines.ts";

/** Minimum indentation, in columns, of indented code, which contains no headings. */
const CODE_INDENT = 4;

/** Level of a title in the front matter: above all headings of the text. */
const TITLE_LEVEL = 0;

/** Maximum number of rows of front matter that are searched for its end. */
const MAXIMUM_FRONT_MATTER_ROWS = 200;

/** Maximum distance of the first heading from the start of a text, in UTF-16 code units. */
const MAX_REACH = 16_384;

const ATX_REGEXP = /^(#{1,6})(?:\s+(.*))?$/;
const CLOSING_HASHES_REGEXP = /(?:^|\s)#+$/;
const UNDERLINE_REGEXP = /^(?:=+|-+)$/;
const FENCE_REGEXP = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const ITEM_FENCE_REGEXP = /^(?:[-+*]|\d{1,9}[.)])\s+(?<fence>`{3,}(?=[^`]*$)|~{3,})/;
const HTML_HEADING_REGEXP = /^<h([1-6])(?:\s[^>]*)?>(.*)<\/h[1-6]>$/i;
const CONTAINER_REGEXP = /^(?:>|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|\||<)/;
const RULE_REGEXP = /^(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const TABLE_REGEXP = /^:?-+:?(?:\s*\|\s*:?-+:?)+$/;
const TITLE_REGEXP = /^title\s*[:=]\s*(.+)$/;
const QUOTES_REGEXP = /^(["'])(.*)\1$/;

/**
 * Finds the headings of a Markdown text: `#` lines, underlined lines, `<h1>` lines and the `title`
 * of the front matter. Text that looks like a heading is ignored in a fence, an indented block,
 * HTML such as a comment or `<pre>`, a table, a list or a quotation.
 */
export function scanMarkdownHeadings(text: string, lines: LineTable): HeadingScan {
  const scan = new MarkdownScan(text, lines);
  for (let row = scan.scanFrontMatter(); row < lines.count;) row = scan.scanRow(row);
  return scan;
}

/**
 * Returns the words of the first heading near the beginning of a Markdown text; undefined without one.
 *
 * @param options.level Level of the heading. @default any level
 */
export function firstHeading(
  text: string,
  { level }: { readonly level?: number } = {},
): string | undefined {
  const start = text.slice(0, MAX_REACH);
  const { headings } = scanMarkdownHeadings(start, splitLines(start));
  return headings.find((one) => level === undefined ? one.level > 0 : one.level === level)?.name;
}

/**
 * Scanner with the headings up to a row and the open constructs there. Each `scan` method returns
 * the first row after those that it consumed.
 */
class MarkdownScan implements HeadingScan {
  readonly headings: Heading[] = [];
  readonly verbatim: Uint8Array;
  readonly #text: string;
  readonly #lines: LineTable;
  /**
   * First row of the current paragraph, for an underline after it; negative without a paragraph.
   */
  #paragraph = -1;
  #isContained = false;
  /** True when the rows up to the next blank one are HTML. */
  #isHtml = false;

  constructor(text: string, lines: LineTable) {
    this.#text = text;
    this.#lines = lines;
    this.verbatim = new Uint8Array(lines.count);
  }

  /** Consumes the front matter with its title, if there is any. */
  scanFrontMatter(): number {
    const fence = this.#markup(0).replace("\uFEFF", "");
    if (fence !== "---" && fence !== "+++") return 0;
    const limit = Math.min(this.#lines.count, MAXIMUM_FRONT_MATTER_ROWS);
    let title = "";
    for (let row = 1; row < limit; row++) {
      const line = this.#markup(row);
      // A YAML document may end with dots.
      if (line === fence || (fence === "---" && line === "...")) {
        this.#addHeading(0, TITLE_LEVEL, title);
        return this.#markVerbatim(0, row);
      }
      title ||= TITLE_REGEXP.exec(line)?.[1]?.replace(QUOTES_REGEXP, "$2") ?? "";
    }
    return 0;
  }

  /** Consumes a row, and all rows of the fence or the HTML that it opens. */
  scanRow(row: number): number {
    if (this.#lines.indents[row] === BLANK) {
      this.#paragraph = -1;
      this.#isContained = false;
      this.#isHtml = false;
      return row + 1;
    }
    const next = this.#scanMarkedRow(row);
    if (next === undefined) return this.#scanText(row);
    this.#paragraph = -1;
    return next;
  }

  /** Consumes a row whose first character marks it as more than text; undefined for other rows. */
  #scanMarkedRow(row: number): number | undefined {
    switch (this.#text[this.#lines.contentStarts[row] ?? 0]) {
      case "`":
      case "~": {
        const fence = FENCE_REGEXP.exec(this.#markup(row))?.[0];
        return fence === undefined ? undefined : this.#scanFence(row, fence);
      }
      case "<":
      case "{":
        return this.#scanTag(row);
      case "#": {
        if (this.#isIndented(row) || this.#isHtml) return undefined;
        const [, hashes, name = ""] = ATX_REGEXP.exec(this.#markup(row)) ?? [];
        if (hashes === undefined) return undefined;
        this.#addHeading(row, hashes.length, name.replace(CLOSING_HASHES_REGEXP, ""));
        return row + 1;
      }
      case "=":
      case "-":
        return this.#scanUnderline(row);
    }
    return undefined;
  }

  /**
   * Consumes HTML that may contain blank rows. A heading in tags is recorded, and its row is
   * consumed as text.
   */
  #scanTag(row: number): number | undefined {
    const line = this.#markup(row);
    const end = findHtmlEnd(line);
    if (end !== undefined && !this.#isIndented(row)) return this.#scanHtml(row, end);
    const [, level, name] = HTML_HEADING_REGEXP.exec(line) ?? [];
    if (name !== undefined) this.#addHeading(row, Number(level), name);
    else this.#isHtml ||= startsHtmlBlock(line, this.#paragraph >= 0);
    return undefined;
  }

  /**
   * Consumes all rows up to the one that ends a block of HTML, or up to the end of the text as
   * CommonMark requires.
   */
  #scanHtml(row: number, end: RegExp): number {
    const { count, starts } = this.#lines;
    let last = row;
    while (last < count && !end.test(this.#text.slice(starts[last], starts[last + 1]))) last++;
    return this.#markVerbatim(row, Math.min(last, count - 1));
  }

  #scanUnderline(row: number): number | undefined {
    const line = this.#markup(row);
    const first = this.#paragraph;
    if (first < 0 || this.#isIndented(row) || !UNDERLINE_REGEXP.test(line)) return undefined;
    const { contentStarts, starts } = this.#lines;
    const name = this.#text.slice(contentStarts[first], starts[row]);
    this.#addHeading(first, line.startsWith("=") ? 1 : 2, name);
    return this.#markVerbatim(first, row);
  }

  /**
   * Consumes a row of a paragraph, or of a list, a quotation or a table, which may open a fence.
   */
  #scanText(row: number): number {
    const isIndented = this.#isIndented(row);
    const line = this.#paragraph < 0 || !isIndented ? this.#markup(row) : "";
    if (CONTAINER_REGEXP.test(line) || RULE_REGEXP.test(line) || TABLE_REGEXP.test(line)) {
      this.#paragraph = -1;
      this.#isContained = true;
      const fence = ITEM_FENCE_REGEXP.exec(line)?.groups?.["fence"];
      if (fence !== undefined) return this.#scanFence(row, fence);
    } else if (this.#paragraph < 0 && !this.#isContained && !isIndented) {
      this.#paragraph = row;
    }
    return row + 1;
  }

  /**
   * Consumes all rows up to the one that closes a fence, or up to the end of the text as CommonMark
   * requires.
   */
  #scanFence(row: number, fence: string): number {
    let end = row + 1;
    while (end < this.#lines.count && !this.#isFenceEnd(end, fence)) end++;
    return this.#markVerbatim(row, Math.min(end, this.#lines.count - 1));
  }

  #isFenceEnd(row: number, fence: string): boolean {
    if (!this.#text.startsWith(fence, this.#lines.contentStarts[row])) return false;
    const line = this.#markup(row);
    return line !== "" && line === line.charAt(0).repeat(line.length);
  }

  #markVerbatim(first: number, last: number): number {
    this.verbatim.fill(1, first + 1, last + 1);
    return last + 1;
  }

  #addHeading(row: number, level: number, markup: string): void {
    const name = cleanHeading(markup);
    if (name !== "") this.headings.push({ row, level, name });
  }

  #isIndented(row: number): boolean {
    return (this.#lines.indents[row] ?? BLANK) >= CODE_INDENT;
  }

  #markup(row: number): string {
    return markupText(this.#text, this.#lines, row);
  }
}
