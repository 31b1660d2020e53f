/** A line end, or a mark of code, paths and quotations. */
const MARKED_REGEXP =
  /[\n`"“„«「『_/\\:(){}<>@|*=[\]~$#]|(?<![a-z])'|'(?![a-z])|[a-z\d][A-Z]|[A-Z]{2}[a-z]|\.\S/;

/**
 * Returns whether a query is one line of plain words. `parseQuery` finds nothing in such a query, and
 * its terms are those of `analyzeQuery`.
 *
 * @example
 * ```ts
 * import { isPlainQuery } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isPlainQuery("Why doesn't the session expire?"), true);
 * assert.equal(isPlainQuery("why does parseUrl throw"), false);
 * assert.equal(isPlainQuery("fails in src/url.ts"), false);
 * ```
 */
export function isPlainQuery(text: string): boolean {
  return !MARKED_REGEXP.test(text.trim());
}
