import type { Node } from "web-tree-sitter";
import type { SymbolKind } from "@dossier/core/outline";

/** One definition that a rule read off a syntax node. */
export interface Definition {
  /** The sort of definition; a `"function"` inside a type becomes a `"method"`. */
  readonly kind: SymbolKind;
  /** The defined name, without its container. */
  readonly name: string;
  /** The node whose lines the definition covers. */
  readonly node: Node;
  /** The node at which the signature stops; the whole of `node` is signature when absent. */
  readonly body?: Node | undefined;
  /** A container written at the definition itself: a Go receiver, the `A` of C++ `A::b`. */
  readonly owner?: string | undefined;
  /** The node whose children are searched for members. */
  readonly members?: Node | undefined;
  /** Opens a container for its members without being listed itself (a Rust `impl`). */
  readonly hidden?: boolean;
  /** What follows in the same block belongs to it (`namespace A;` of PHP and C#). */
  readonly opensRest?: boolean;
}

/** Where a node stands: the definition around it. */
export interface Scope {
  /** Dotted name of the enclosing definition; `undefined` at file level. */
  readonly container: string | undefined;
  /** The enclosing definition's kind. */
  readonly kind: SymbolKind | undefined;
  /** The wrapper directly around the node; asking the node for its parent would be slow. */
  readonly wrapper: Node | undefined;
}

/**
 * Reads the definitions off a node. An empty list says that there is none in it; `undefined` that
 * the node is no definition but may hold some, and is searched if it is a wrapper or a block.
 */
export type DefinitionRule = (node: Node, scope: Scope) => readonly Definition[] | undefined;

/** How the definitions of one language are found in its syntax tree. */
export interface LanguageRules {
  /** The rule of each node type that can be a definition. */
  readonly definitions: ReadonlyMap<string, DefinitionRule>;
  /** Nodes around a single declaration: a doc comment above them is the declaration's. */
  readonly wrappers: ReadonlySet<string>;
  /** Nodes that are searched as if their children stood in their place. */
  readonly blocks: ReadonlySet<string>;
  /** Comment nodes. */
  readonly comments: ReadonlySet<string>;
  /** Decorators and annotations: skipped between a doc comment, a declaration and its head. */
  readonly attributes: ReadonlySet<string>;
  /**
   * Whether a node may run on to the next line of code, over blank lines and comments that are not
   * its own: some grammars end an indented block only there. @default false
   */
  readonly runsOn?: boolean;
  /** Returns the node of a doc string inside a definition. */
  readonly docString?: (definition: Definition) => Node | undefined;
}

const UPPER_CASE_REGEXP = /^_*[A-Z][A-Z0-9_]*$/;
const TYPE_ARGUMENTS_REGEXP = /(?!^)[<[(][^]*$/;
const LAST_WORD_REGEXP = /[\p{L}\p{N}_$]+(?=[^\p{L}\p{N}_$]*$)/u;

/** Returns a field's node, or `undefined` when the node has none. */
export function field(node: Node, name: string): Node | undefined {
  return node.childForFieldName(name) ?? undefined;
}

/** Returns the named children of the given type. */
export function childrenOfType(node: Node, type: string): Node[] {
  return node.namedChildren.filter((child) => child.type === type);
}

/** What {@link named} reads apart from the name. */
export interface NamedOptions {
  /** The field that holds the name. @default "name" */
  readonly name?: string;
  /** The field at which the signature stops. @default "body" */
  readonly body?: string;
  /** Whether the body is searched for members. @default false */
  readonly members?: boolean;
  /** Whether a node without a body is only announced here and not defined. @default false */
  readonly needsBody?: boolean;
}

/** Returns the rule for nodes that hold their name and body in fields. */
export function named(kind: SymbolKind, options: NamedOptions = {}): DefinitionRule {
  const { name = "name", body = "body", members = false, needsBody = false } = options;
  return (node) => {
    const nameNode = field(node, name);
    if (nameNode === undefined) return undefined;
    const bodyNode = field(node, body);
    if (needsBody && bodyNode === undefined) return [];
    return [{
      kind,
      name: nameNode.text,
      node,
      body: bodyNode,
      members: members ? bodyNode : undefined,
    }];
  };
}

/** Returns where the signature of a value's definition stops: before a value of several lines. */
export function multilineBody(value: Node | undefined): Node | undefined {
  if (value === undefined) return undefined;
  return value.endPosition.row > value.startPosition.row ? value : undefined;
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
