import { scanNames } from "./scan_names.ts";
import { tokenizeName } from "./tokenize_name.ts";
import type { Token } from "./token.ts";

/** Changes whenever the same text may give other terms: an index of another version is rebuilt. */
export const ANALYZER_VERSION = 1;

/**
 * Returns the index terms of one name: its whole first, then its parts; none when it is noise.
 *
 * A name is what `scanNames` finds. A name that is only one part gives just its stem.
 *
 * @param name A raw word, or several joined by single hyphens.
 *
 * @example
 * ```ts
 * import { analyzeWord } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(analyzeWord("HTTPServer"), ["httpserver", "http", "server"]);
 * assert.deepEqual(analyzeWord("connections"), ["connect"]);
 * assert.deepEqual(analyzeWord("検索語"), ["検索", "索語"]);
 * ```
 */
export function analyzeWord(name: string): readonly string[] {
  return tokenizeName(name).map((token) => token.text);
}

/**
 * Returns every token of a text, with offsets into that text; the terms are those the index holds.
 *
 * @param text Any text.
 *
 * @example
 * ```ts
 * import { analyze } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const text = "opens dry-run files";
 * const tokens = analyze(text);
 * assert.deepEqual(tokens.map((token) => token.text), ["open", "dryrun", "dry", "run", "file"]);
 * assert.deepEqual(tokens[1], { text: "dryrun", start: 6, end: 13, position: 1, part: false });
 * assert.deepEqual(tokens[2], { text: "dry", start: 6, end: 9, position: 1, part: true });
 * ```
 */
export function analyze(text: string): readonly Token[] {
  const tokens: Token[] = [];
  scanNames(text, (offset, end) => {
    const position = (tokens.at(-1)?.position ?? -1) + 1;
    for (const token of tokenizeName(text.slice(offset, end), { offset, position })) {
      tokens.push(token);
    }
  });
  return tokens;
}
