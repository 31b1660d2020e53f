/**
 * Texts, names and comments, which contain no parameters; `$tag$` starts a text that ends with the
 * same tag.
 */
const OPAQUE_REGEXPS: readonly RegExp[] = [
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /--[^\n]*/y,
  /\/\*[^]*?\*\//y,
  /(\$\w*\$)[^]*?\1/y,
];

const PARAMETER_REGEXP = /\?(\d*)/y;

/**
 * Returns a statement with the parameters of PostgreSQL: `?` and `?1` become `$1`. A `?` without a
 * number gets the next number after the highest one so far, as in SQLite. Operators of PostgreSQL
 * that contain a `?` cannot be used.
 *
 * @example
 * ```ts
 * import { numberParameters } from "./number_parameters.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(numberParameters("SELECT '?' WHERE a = ? AND b = ?"), "SELECT '?' WHERE a = $1 AND b = $2");
 * assert.equal(numberParameters("a = ?2 OR b = ?1 OR c = ?"), "a = $2 OR b = $1 OR c = $3");
 * ```
 */
export function numberParameters(sql: string): string {
  let highest = 0;
  let numbered = "";
  for (let at = 0; at < sql.length;) {
    const opaque = matchOpaque(sql, at);
    if (opaque !== undefined) {
      numbered += opaque;
      at += opaque.length;
      continue;
    }
    PARAMETER_REGEXP.lastIndex = at;
    const [parameter, number] = PARAMETER_REGEXP.exec(sql) ?? [];
    if (parameter === undefined) {
      numbered += sql[at++];
      continue;
    }
    const own = number === "" ? highest + 1 : Number(number);
    highest = Math.max(highest, own);
    numbered += `$${own}`;
    at += parameter.length;
  }
  return numbered;
}

/** Returns the text, name or comment that starts at an offset; undefined when there is none. */
function matchOpaque(sql: string, at: number): string | undefined {
  for (const regexp of OPAQUE_REGEXPS) {
    regexp.lastIndex = at;
    const found = regexp.exec(sql)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
