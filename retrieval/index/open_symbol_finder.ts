import type { SymbolDefinition } from "@dossier/core";
import { outlineSymbols } from "@dossier/core/outline";
import type { SymbolSource } from "../config/mod.ts";

/** Finds the definitions of texts until it is disposed of. */
export interface SymbolFinder extends Disposable {
  /** Returns the definitions of a text in line order. */
  find(text: string, language: string): readonly SymbolDefinition[];
}

/** Returns what finds the definitions of texts in `languages`. */
export async function openSymbolFinder(
  source: SymbolSource,
  languages: Iterable<string>,
): Promise<SymbolFinder> {
  if (source === "outline") return { find: outlineSymbols, [Symbol.dispose]() {} };
  const { openSyntax } = await import("./syntax/open_syntax.ts");
  const syntax = await openSyntax(languages);
  return {
    find: (text, language) =>
      syntax.extractSymbols(text, language) ?? outlineSymbols(text, language),
    [Symbol.dispose]: () => syntax[Symbol.dispose](),
  };
}
