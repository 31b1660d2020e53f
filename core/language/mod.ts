/**
 * Profiles of languages, one record each. `language_table.ts` lists them and detects the language
 * of a file. `scan_literals.ts` finds comments and strings with them.
 *
 * @module
 */

export * from "./language_table.ts";
export type * from "./outline_rules.ts";
export type * from "./profile.ts";
export type * from "./reference_rules.ts";
export type * from "./symbol.ts";
export { createTextNode, listTextNames, type SyntaxNode, type TextNode } from "./syntax_node.ts";
