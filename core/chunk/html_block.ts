/**
 * Block of HTML that may contain blank lines, as two patterns: for the start of its first line, and
 * for its end. These are kinds 1 to 5 of the HTML blocks of CommonMark, and comments of MDX.
 */
const LONG_BLOCKS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<(?:pre|script|style|textarea)(?:[\s>]|$)/i, /<\/(?:pre|script|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
  [/^\{\/\*/, /\*\/\s*\}/],
];

/** Elements that open HTML up to the next blank line: kind 6. */
const BLOCK_ELEMENTS =
  "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt " +
  "fieldset figcaption figure footer form frame frameset h[1-6] head header hr html iframe legend li link main menu " +
  "menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr " +
  "track ul";
const BLOCK_REGEXP = new RegExp(
  `^</?(?:${BLOCK_ELEMENTS.replaceAll(" ", "|")})(?:\\s|/?>|$)`,
  "i",
);

/** Line that is a whole tag of any element: kind 7, which does not interrupt a paragraph. */
const LONE_TAG_REGEXP = /^<\/?[a-z][\w-]*(?:\s+[^<>]*)?\/?>$/i;

/**
 * Returns the pattern for the last line of the HTML block that begins in a line of Markdown, such
 * as `</pre>` or `-->`; undefined when no block begins there.
 *
 * @param line The line without surrounding white space. The first line of a block may also be its
 * last.
 */
export function findHtmlEnd(line: string): RegExp | undefined {
  return /^[<{]/.test(line) ? LONG_BLOCKS.find(([start]) => start.test(line))?.[1] : undefined;
}

/**
 * Returns true when a line begins HTML that continues up to the next blank line.
 *
 * @param isInParagraph True when the line continues a paragraph.
 */
export function startsHtmlBlock(line: string, isInParagraph: boolean): boolean {
  return line.startsWith("<") &&
    (BLOCK_REGEXP.test(line) || (!isInParagraph && LONE_TAG_REGEXP.test(line)));
}
