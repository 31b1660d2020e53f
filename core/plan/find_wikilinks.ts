import { findCodeSpans } from "../query/find_code_spans.ts";

/**
 * `[[slug]]`, `[[slug#section]]` and `[[slug|label]]`. A link has no bracket and no line end inside
 * its own brackets, which also bounds the search.
 */
const LINK_REGEXP = /\[\[(?<slug>[^[\]|#\n]+)(?:#[^[\]|\n]*)?(?:\|[^[\]\n]*)?\]\]/g;
const FENCE_REGEXP = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)?(?<marks>`{3,}(?=[^`]*$)|~{3,})/;
const QUOTE_REGEXP = /^[\s>]+/;

/** Backslash that escapes the bar of a link in a table cell. */
const ESCAPE_REGEXP = /\\$/;

/**
 * Returns the slugs of the notes that a Markdown text links to, in order, each once. A link must
 * close on its line. Code spans and code blocks have no links.
 */
export function findWikilinks(text: string): readonly string[] {
  const slugs = new Set<string>();
  if (!text.includes("[[")) return [];
  let fence: string | undefined;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    if (fence !== undefined) {
      if (closesFence(line, fence)) fence = undefined;
    } else {
      fence = FENCE_REGEXP.exec(line)?.groups?.marks;
      if (fence === undefined) addLinks(slugs, line);
    }
    start = end + 1;
  }
  return [...slugs];
}

function addLinks(slugs: Set<string>, line: string): void {
  if (!line.includes("[[")) return;
  const spans = findCodeSpans(line, 0);
  let at = 0;
  for (const { index, 0: link, groups } of line.matchAll(LINK_REGEXP)) {
    // Spans and links are in order, so a span that ends before this link is done with.
    while (at < spans.length && spans[at]!.end <= index) at++;
    if (at < spans.length && spans[at]!.start < index + link.length) continue;
    const slug = groups!["slug"]!.replace(ESCAPE_REGEXP, "").trim();
    if (slug !== "") slugs.add(slug);
  }
}

function closesFence(line: string, marks: string): boolean {
  const rest = line.replace(QUOTE_REGEXP, "").trimEnd();
  return rest.length >= marks.length && rest === marks.charAt(0).repeat(rest.length);
}
