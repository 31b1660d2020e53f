import { profileOf } from "../language/language_table.ts";
import type { LanguageProfile } from "../language/profile.ts";
import type { SymbolDefinition } from "../language/symbol.ts";
import { outlineText } from "./outline_text.ts";

/**
 * Returns the definitions of a program text in line order, by a line-based outline of the language;
 * none when the language is not known.
 *
 * The outline reads declarations line by line, with brackets, strings and comments followed over
 * lines. It is right for text that is laid out as usual, and total on any other.
 *
 * @param language Lower-case name or profile.
 *
 * @example Definitions with their container and signature
 * ```ts
 * import { outlineSymbols } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const [outer, inner] = outlineSymbols("class Pool:\n    def open(self):\n        pass\n", "python");
 * assert.equal(outer?.name, "Pool");
 * assert.equal(inner?.signature, "def open(self)");
 * assert.equal(inner?.container, "Pool");
 * assert.deepEqual([inner?.startLine, inner?.endLine], [2, 3]);
 * ```
 */
export function outlineSymbols(
  text: string,
  language: string | LanguageProfile,
): readonly SymbolDefinition[] {
  const { outline, literals } = profileOf(language) ?? {};
  return outline === undefined || literals === undefined
    ? []
    : outlineText(text, { outline, literals });
}
