import { scanNames } from "./scan_names.ts";
import { type Token, tokenizeName } from "./tokenize_name.ts";

/** Version of the terms. Raise it when the same text may give other terms: indexes are then rebuilt. */
export const ANALYZER_VERSION = 3;

/**
 * Returns the index terms of one name: the whole first, then the parts. `HTTPServer` gives `httpserver`,
 * `http` and `server`. A name of one part gives only its stem, and noise gives none.
 *
 * @param name A name as `scanNames` finds it: a raw word, or several joined by single hyphens.
 */
export function analyzeWord(name: string): readonly string[] {
  return tokenizeName(name).map((token) => token.text);
}

/** Returns every token of a text: the index terms, with their offsets in the text. */
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
