import { splitLines } from "../text/split_lines.ts";
import { scanMarkdownHeadings } from "./scan_markdown_headings.ts";

/** How far from its beginning a text has its first heading, in UTF-16 code units. */
const MAX_REACH = 16_384;

/**
 * Returns the words of the first heading near the beginning of a Markdown text; undefined without one.
 *
 * @param options.level Only a heading of this level counts. @default any
 */
export function firstHeading(
  text: string,
  { level }: { readonly level?: number } = {},
): string | undefined {
  const start = text.slice(0, MAX_REACH);
  const { headings } = scanMarkdownHeadings(start, splitLines(start));
  return headings.find((one) => level === undefined ? one.level > 0 : one.level === level)?.name;
}
