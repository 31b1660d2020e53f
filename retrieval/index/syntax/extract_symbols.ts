import type { SymbolDefinition } from "@dossier/core/outline";
import { openSyntax } from "./open_syntax.ts";

/**
 * Returns the definitions of one text in line order, lines 1-based and inclusive; `undefined` when
 * its language has no grammar that can be loaded, or the text is too long or too slow to parse.
 * For many texts {@link openSyntax} saves the opening of a parser for each.
 *
 * @example
 * ```ts
 * import { extractSymbols } from "./extract_symbols.ts";
 * import { strictEqual } from "node:assert/strict";
 *
 * const symbols = await extractSymbols("class A:\n    def run(self): ...\n", "python");
 * strictEqual(symbols?.[1]?.container, "A");
 * strictEqual(await extractSymbols("a = 1", "klingon"), undefined);
 * ```
 */
export async function extractSymbols(
  text: string,
  language: string,
): Promise<readonly SymbolDefinition[] | undefined> {
  using syntax = await openSyntax([language]);
  return syntax.extractSymbols(text, language);
}
