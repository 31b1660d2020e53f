/** Kind of a {@link SymbolDefinition}. */
export type SymbolKind =
  | "function"
  | "method"
  | "class"
  | "interface"
  | "type"
  | "enum"
  | "struct"
  | "trait"
  | "module"
  | "constant"
  | "variable"
  | "field"
  | "macro"
  | "heading";

/** All kinds of definitions; an index stores them by their position in this list. */
export const SYMBOL_KINDS: readonly SymbolKind[] = [
  ...["function", "method", "class", "interface", "type", "enum", "struct", "trait"] as const,
  ...["module", "constant", "variable", "field", "macro", "heading"] as const,
];

/** Definition in a document. */
export interface SymbolDefinition {
  /** Defined name as written, without its container (`"handle"`, not `"Server.handle"`). */
  readonly name: string;
  readonly kind: SymbolKind;
  /** First line of the declaration itself, 1-based, without the doc comment above it. */
  readonly startLine: number;
  /** Last line of the declaration's body, 1-based and inclusive. */
  readonly endLine: number;
  /** Name of the enclosing definition, dotted when nested (`"Outer.Inner"`). */
  readonly container?: string;
  /** Head of the declaration on one line, with white space collapsed and without the body. */
  readonly signature: string;
  /** Doc comment above (or doc string inside) the declaration, without its comment markers. */
  readonly doc?: string;
}
