import { scanNames } from "./scan_names.ts";
import { type Token, tokenizeName } from "./tokenize_name.ts";

/**
 * Version of the analyzer. Raise it when the same text may yield other terms: indexes are then
 * rebuilt.
 */
export const ANALYZER_VERSION = 3;

/**
 * Returns the index terms of one name: first the whole name, then its parts. `HTTPServer` yields
 * `httpserver`, `http` and `server`. A name of one part yields only its stem, and noise yields
 * nothing.
 *
 * @param name A name as `scanNames` finds it: a raw word, or several words joined by single
 * hyphens.
 */
export function analyzeWord(name: string): readonly string[] {
  return tokenizeName(name).map((token) => token.text);
}

/** Returns all tokens of a text: the index terms with their offsets in the text. */
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
