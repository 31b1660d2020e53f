/** What sort of definition a {@link SymbolDefinition} is. */
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

/** All sorts of definitions; an index has them by their places in it. */
export const SYMBOL_KINDS: readonly SymbolKind[] = [
  ...["function", "method", "class", "interface", "type", "enum", "struct", "trait"] as const,
  ...["module", "constant", "variable", "field", "macro", "heading"] as const,
];

/** One definition in a document. */
export interface SymbolDefinition {
  /** The defined name as written, without its container (`"handle"`, not `"Server.handle"`). */
  readonly name: string;
  readonly kind: SymbolKind;
  /** First line of the declaration itself, 1-based; the doc comment above it is not counted. */
  readonly startLine: number;
  /** Last line of the declaration's body, 1-based and inclusive. */
  readonly endLine: number;
  /** Name of the enclosing definition, dotted when nested (`"Outer.Inner"`). */
  readonly container?: string;
  /** The declaration's head on one line, white space collapsed, without its body. */
  readonly signature: string;
  /** Doc comment above (or doc string inside) the declaration, without its comment markers. */
  readonly doc?: string;
}
