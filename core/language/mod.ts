/**
 * What is known of each language, a record each, and what is read with it alone: the language of a
 * file, and where the comments and strings of a text are.
 *
 * @module
 */

export type * from "./call_rules.ts";
export * from "./language_table.ts";
export type * from "./outline_rules.ts";
export type * from "./profile.ts";
export * from "./scan_literals.ts";
export type * from "./symbol.ts";
export type {
  Definition,
  DefinitionRule,
  NamedRule,
  Scope,
  SyntaxNode,
  SyntaxPoint,
  SyntaxRules,
} from "./syntax_rules.ts";
