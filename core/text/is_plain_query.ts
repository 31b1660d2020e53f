/** A line end, or what sets code, paths and quotations apart from words. */
const MARKED_REGEXP =
  /[\n`"“„«「『_/\\:(){}<>@|*=[\]~$#]|(?<![a-z])'|'(?![a-z])|[a-z\d][A-Z]|[A-Z]{2}[a-z]|\.\S/;

/**
 * Returns whether a query is one line of words: then there is nothing in it for `parseQuery` to find,
 * and its terms are those of `analyzeQuery`.
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
