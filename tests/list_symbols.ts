import type { SymbolDefinition } from "@dossier/core/language";
import { openSyntax } from "../retrieval/index/syntax/open_syntax.ts";

/**
 * Returns the definitions of a text for a test to compare, one a string: lines, kind, and the name
 * behind its container and two colons.
 */
export async function listSymbols(text: string, language: string): Promise<string[]> {
  const symbols = await extractSymbols(text, language);
  if (symbols === undefined) throw new Error(`Cannot parse the sample in "${language}"`);
  return symbols.map(({ name, kind, container = "", startLine, endLine }) =>
    `${startLine}-${endLine} ${kind} ${container}::${name}`
  );
}

/** Returns the definitions of one text, or `undefined` when there is no tree to find them in. */
export async function extractSymbols(
  text: string,
  language: string,
): Promise<readonly SymbolDefinition[] | undefined> {
  using syntax = await openSyntax([language]);
  return syntax.extractSymbols(text, language);
}
