import type { SyntaxNode } from "./syntax_node.ts";
import type { SymbolKind } from "./symbol.ts";

/** One definition that a rule read off a syntax node. */
export interface Definition {
  /** A `"function"` inside a type becomes a `"method"`. */
  readonly kind: SymbolKind;
  readonly name: string;
  /** The node whose lines the definition covers. */
  readonly node: SyntaxNode;
  /** The node at which the signature stops; the whole of `node` is signature when absent. */
  readonly body?: SyntaxNode | undefined;
  /** A container written at the definition itself: a Go receiver, the `A` of C++ `A::b`. */
  readonly owner?: string | undefined;
  /** The node whose children are searched for members. */
  readonly members?: SyntaxNode | undefined;
  /** Opens a container for its members without being listed itself (a Rust `impl`). */
  readonly hidden?: boolean;
  /** What follows in the same block belongs to it (`namespace A;` of PHP and C#). */
  readonly opensRest?: boolean;
}

/** Where a node stands: the definition around it. */
export interface Scope {
  /** Dotted name of the enclosing definition; `undefined` at file level. */
  readonly container: string | undefined;
  readonly kind: SymbolKind | undefined;
  /** The wrapper directly around the node; asking the node for its parent would be slow. */
  readonly wrapper: SyntaxNode | undefined;
}

/** A definition whose node holds its name and body in fields. */
export interface NamedRule {
  /** The sort of definition, or what tells it; nodes of which it tells none define nothing. */
  readonly kind: SymbolKind | ((name: string, scope: Scope) => SymbolKind | undefined);
  /** The field that holds the name. @default "name" */
  readonly name?: string;
  /** The field at which the signature stops. @default "body" */
  readonly body?: string;
  /** Whether the signature stops there only when that goes on over lines, as a value may. */
  readonly isValue?: boolean;
  /** Whether the body is searched for members. @default false */
  readonly members?: boolean;
  /** Whether a node without a body is only announced here and not defined. @default false */
  readonly needsBody?: boolean;
  /** See {@link Definition.opensRest}. */
  readonly opensRest?: boolean;
  /** Returns what is otherwise in a definition of that name. */
  readonly more?: (node: SyntaxNode, name: string) => Partial<Definition>;
}

/**
 * Reads the definitions off a node. An empty list says that there is none in it; `undefined` that
 * the node is no definition but may hold some, and is searched if it is a wrapper or a block.
 */
export type DefinitionRule = (
  node: SyntaxNode,
  scope: Scope,
) => readonly Definition[] | undefined;

/** How the definitions of one language are found in its syntax tree; types are separated by spaces. */
export interface SyntaxRules {
  /** The rule of each type of nodes that can be a definition. */
  readonly definitions: Readonly<Record<string, NamedRule | DefinitionRule>>;
  /** Nodes around a single declaration: a doc comment above them is the declaration's. */
  readonly wrappers?: string;
  /** Nodes that are searched as if their children stood in their place. */
  readonly blocks?: string;
  /** @default "comment" */
  readonly comments?: string;
  /** Decorators and annotations: skipped between a doc comment, a declaration and its head. */
  readonly attributes?: string;
  /**
   * Whether a node may run on to the next line of code, over blank lines and comments that are not
   * its own: some grammars end an indented block only there. @default false
   */
  readonly runsOn?: boolean;
  /** Returns the node of a doc string inside a definition. */
  readonly docString?: (definition: Definition) => SyntaxNode | undefined;
}

const UPPER_CASE_REGEXP = /^_*[A-Z][A-Z0-9_]*$/;
const TYPE_ARGUMENTS_REGEXP = /(?!^)[<[(][^]*$/;
const LAST_WORD_REGEXP = /[\p{L}\p{N}_$]+(?=[^\p{L}\p{N}_$]*$)/u;

/** Returns a field's node, or `undefined` when the node has none. */
export function field(node: SyntaxNode | undefined, name: string): SyntaxNode | undefined {
  return node?.childForFieldName(name) ?? undefined;
}

/** Returns the named children of the given type. */
export function childrenOfType(node: SyntaxNode, type: string): SyntaxNode[] {
  return node.namedChildren.filter((child) => child.type === type);
}

/** Returns where the signature of a value's definition stops: before a value of several lines. */
export function multilineBody(value: SyntaxNode | null | undefined): SyntaxNode | undefined {
  if (value === undefined || value === null) return undefined;
  return value.endPosition.row > value.startPosition.row ? value : undefined;
}

/**
 * Returns the constants of a declaration, each with its own name and value; one alone is the whole
 * declaration, so that its keyword is shown.
 */
export function constantsOf(
  node: SyntaxNode,
  declarators: readonly SyntaxNode[],
  partsOf: (declarator: SyntaxNode) => {
    readonly name: SyntaxNode | null | undefined;
    readonly value: SyntaxNode | null | undefined;
  },
): Definition[] {
  return declarators.flatMap((declarator): Definition[] => {
    const { name, value } = partsOf(declarator);
    if (name === undefined || name === null) return [];
    const outer = declarators.length === 1 ? node : declarator;
    return [{ kind: "constant", name: name.text, node: outer, body: multilineBody(value) }];
  });
}

/** Returns the kind of a value by the convention that constants are written in capitals. */
export function kindByCase(name: string): SymbolKind {
  return UPPER_CASE_REGEXP.test(name) ? "constant" : "variable";
}

/** Returns the plain name of a type expression: `"Server"` for `*pkg.Server[T]`. */
export function baseTypeName(text: string): string {
  const [head = text] = text.split(TYPE_ARGUMENTS_REGEXP, 1);
  return LAST_WORD_REGEXP.exec(head)?.[0] ?? head.trim();
}
