/**
 * Maximum number of levels; no request needs more. A few thousand more would overflow the stack of
 * code that walks them.
 */
const MAX_DEPTH = 64;

/**
 * Returns true when a JSON text nests lists and objects deeper than 64 levels, without parsing it.
 * Brackets in strings do not count. For a text that is not JSON the result has no meaning.
 *
 * @example
 * ```ts
 * import { isNestedDeeply } from "./is_nested_deeply.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isNestedDeeply(`${"[".repeat(64)}${"]".repeat(64)}`), false);
 * assert.equal(isNestedDeeply(`${"[".repeat(65)}${"]".repeat(65)}`), true);
 * assert.equal(isNestedDeeply(`"${"[".repeat(65)}"`), false);
 * ```
 */
export function isNestedDeeply(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isInString) {
      if (char === "\\") at++;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === "{" || char === "[") {
      if (++depth > MAX_DEPTH) return true;
    } else if (char === "}" || char === "]") depth--;
  }
  return false;
}
