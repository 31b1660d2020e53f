import { raw } from "./match_at.ts";

/** A line end, or a mark of code, paths and quotations. */
const MARKED_REGEXP = new RegExp(
  raw`[\n${"`"}"“„«「『_/\\:(){}<>@|*=[\]~$#]|(?<![a-z])'|'(?![a-z])|[a-z\d][A-Z]|[A-Z]{2}[a-z]` +
    raw`|\.\S|\blines? \d`,
);

/**
 * Returns whether a query is one line of plain words. `parseQuery` finds nothing in such a query, and
 * its terms are those of `analyzeQuery`.
 */
export function isPlainQuery(text: string): boolean {
  return !MARKED_REGEXP.test(text.trim());
}
