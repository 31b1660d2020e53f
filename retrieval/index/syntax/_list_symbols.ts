import { extractSymbols } from "./extract_symbols.ts";

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
