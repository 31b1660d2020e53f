import { raw } from "./match_at.ts";

/** Line end, or a character that is typical of code, paths or quotations. */
const MARKUP_REGEXP = new RegExp(
  raw`[\n${"`"}"“„«「『_/\\:(){}<>@|*=[\]~$#]|(?<![a-z])'|'(?![a-z])|[a-z\d][A-Z]|[A-Z]{2}[a-z]` +
    raw`|\.\S|\blines? \d`,
);

/**
 * Returns true when a query is one line of plain words. `parseQuery` finds nothing in such a query,
 * and its terms are those of `analyzeQuery`.
 */
export function isPlainQuery(text: string): boolean {
  return !MARKUP_REGEXP.test(text.trim());
}
