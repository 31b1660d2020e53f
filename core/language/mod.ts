/**
 * What is known of each language, a record each; `language_table.ts` lists the records and tells what a
 * file is written in. `scan_literals.ts` finds comments and strings by them.
 *
 * @module
 */

export * from "./language_table.ts";
export type * from "./outline_rules.ts";
export type * from "./profile.ts";
export type * from "./reference_rules.ts";
export type * from "./symbol.ts";
export { listTextNames, nodeInText, type SyntaxNode, type TextNode } from "./syntax_node.ts";
