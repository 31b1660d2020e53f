import { scanNames } from "./scan_names.ts";
import { tokenizeName } from "./tokenize_name.ts";
import type { Token } from "./token.ts";

/** Version of the terms. Raise it when the same text may give other terms: indexes are then rebuilt. */
export const ANALYZER_VERSION = 1;

/**
 * Returns the index terms of one name: the whole first, then the parts. A name of one part gives only
 * its stem. Noise gives none.
 *
 * @param name A name as `scanNames` finds it: a raw word, or several joined by single hyphens.
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
 * Returns every token of a text: the index terms, with their offsets in the text.
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
