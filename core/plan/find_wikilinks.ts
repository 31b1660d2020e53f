import { findCodeSpans } from "../query/find_code_spans.ts";
import type { TextRange } from "../query/query_line.ts";

/** A link from one note to another: `[[slug]]`, `[[slug|label]]` or `[[slug#section]]`. */
export interface Wikilink extends TextRange {
  /** Name of the note, trimmed and not empty. */
  readonly slug: string;
  /** Section of the note. */
  readonly section?: string;
  /** Text to show in place of the slug. */
  readonly label?: string;
}

/** A link has no bracket and no line end inside of its own, which also bounds the search. */
const LINK_REGEXP =
  /\[\[(?<slug>[^[\]|#\n]+)(?:#(?<section>[^[\]|\n]*))?(?:\|(?<label>[^[\]\n]*))?\]\]/g;
const FENCE_REGEXP = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)?(?<marks>`{3,}(?=[^`]*$)|~{3,})/;
const QUOTE_REGEXP = /^[\s>]+/;

/** The backslash that escapes the bar of a link in a table cell. */
const ESCAPE_REGEXP = /\\$/;

/**
 * Returns the notes that a Markdown text links to, in order, each slug once in its first form. A link must
 * close on its line. Code spans and code blocks have no links.
 *
 * @example
 * ```ts
 * import { findWikilinks } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const links = findWikilinks("See [[auth#Tokens|tokens]], [[store]], `[[code]]` and [[auth]].");
 * assert.deepEqual(links.map(({ slug, section }) => [slug, section]), [
 *   ["auth", "Tokens"],
 *   ["store", undefined],
 * ]);
 * ```
 */
export function findWikilinks(text: string): readonly Wikilink[] {
  const links = new Map<string, Wikilink>();
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
      if (fence === undefined) addLinks(links, line, start);
    }
    start = end + 1;
  }
  return [...links.values()];
}

function addLinks(links: Map<string, Wikilink>, line: string, offset: number): void {
  if (!line.includes("[[")) return;
  const spans = findCodeSpans(line, offset);
  let at = 0;
  for (const { index, 0: link, groups } of line.matchAll(LINK_REGEXP)) {
    const start = offset + index;
    const end = start + link.length;
    // Spans and links are in order, so a span that ends before this link is done with.
    while (at < spans.length && spans[at]!.end <= start) at++;
    if (at < spans.length && spans[at]!.start < end) continue;
    const slug = plainOf(groups?.slug) ?? "";
    if (slug === "" || links.has(slug)) continue;
    const section = plainOf(groups?.section);
    const label = plainOf(groups?.label);
    links.set(slug, {
      slug,
      ...(section === undefined ? {} : { section }),
      ...(label === undefined ? {} : { label }),
      start,
      end,
    });
  }
}

/** Returns a part of a link, trimmed and without its escape; undefined when it is empty. */
function plainOf(part: string | undefined): string | undefined {
  return part?.replace(ESCAPE_REGEXP, "").trim() || undefined;
}

function closesFence(line: string, marks: string): boolean {
  const rest = line.replace(QUOTE_REGEXP, "").trimEnd();
  return rest.length >= marks.length && rest === marks.charAt(0).repeat(rest.length);
}
