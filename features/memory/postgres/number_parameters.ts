/** What has no parameters inside: texts, names, comments; `$tag$` begins a text that ends with it. */
const OPAQUE_REGEXPS: readonly RegExp[] = [
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /--[^\n]*/y,
  /\/\*[^]*?\*\//y,
  /(\$\w*\$)[^]*?\1/y,
];

const PARAMETER_REGEXP = /\?(\d*)/y;

/**
 * Returns a statement with its parameters as PostgreSQL writes them: `?` and `?1` become `$1`. A `?` without a number
 * has the one behind the highest so far, as in SQLite. Operators of PostgreSQL that have a `?` cannot be used.
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

/** Returns what begins at a place and has no parameters inside, if something does. */
function matchOpaque(sql: string, at: number): string | undefined {
  for (const regexp of OPAQUE_REGEXPS) {
    regexp.lastIndex = at;
    const found = regexp.exec(sql)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
