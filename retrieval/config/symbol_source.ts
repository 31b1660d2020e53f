/**
 * What definitions are found with: `outline` goes line by line, `tree` by syntax trees where there is
 * a grammar and line by line elsewhere.
 */
export type SymbolSource = "outline" | "tree";

/** All there are. */
export const SYMBOL_SOURCES: readonly SymbolSource[] = ["outline", "tree"];

/**
 * The one in use unless the project says otherwise. Trees are not, because they did not pay: see
 * "Outlines and syntax trees" in the README.
 */
export const DEFAULT_SYMBOL_SOURCE: SymbolSource = "outline";
