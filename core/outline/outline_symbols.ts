import { C_OUTLINES } from "./outline_c.ts";
import { FUNCTIONAL_OUTLINES } from "./outline_functional.ts";
import { JAVASCRIPT_OUTLINES } from "./outline_javascript.ts";
import type { OutlineLanguage } from "./outline_language.ts";
import { MODERN_OUTLINES } from "./outline_modern.ts";
import { SCHEMA_OUTLINES } from "./outline_schema.ts";
import { SCRIPT_OUTLINES } from "./outline_script.ts";
import { SYSTEMS_OUTLINES } from "./outline_systems.ts";
import { type PreparedLanguage, prepareLanguage } from "./recognise_line.ts";
import { outlineText } from "./outline_text.ts";
import { TYPED_OUTLINES } from "./outline_typed.ts";
import type { SymbolDefinition } from "./symbol.ts";

const OUTLINES: ReadonlyMap<string, OutlineLanguage> = new Map(
  [
    ...SCRIPT_OUTLINES,
    ...JAVASCRIPT_OUTLINES,
    ...TYPED_OUTLINES,
    ...C_OUTLINES,
    ...SYSTEMS_OUTLINES,
    ...MODERN_OUTLINES,
    ...FUNCTIONAL_OUTLINES,
    ...SCHEMA_OUTLINES,
  ].flatMap((outline) => outline.languages.map((name) => [name, outline] as const)),
);

/** Tables of the languages met so far: a process needs few of them. */
const PREPARED = new Map<OutlineLanguage, PreparedLanguage>();

/** Names of the languages that {@link outlineSymbols} knows. */
export const OUTLINE_LANGUAGES: readonly string[] = [...OUTLINES.keys()];

/**
 * Returns the definitions of a program text in line order, by a line-based outline of the language;
 * none when the language is not known.
 *
 * The outline reads declarations line by line, with brackets, strings and comments followed over
 * lines. It is right for text that is laid out as usual, and total on any other.
 *
 * @param text The document's text.
 * @param language Lower-case language name such as `"typescript"`.
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
export function outlineSymbols(text: string, language: string): readonly SymbolDefinition[] {
  const outline = OUTLINES.get(language);
  if (outline === undefined) return [];
  let prepared = PREPARED.get(outline);
  if (prepared === undefined) {
    prepared = prepareLanguage(outline);
    PREPARED.set(outline, prepared);
  }
  return outlineText(text, prepared);
}
