/** A place in a text, both numbers 0-based and in UTF-16 units. */
interface SyntaxPoint {
  readonly row: number;
  readonly column: number;
}

/**
 * As much of a node of a syntax tree as rules look at; the parser's own nodes are such. Offsets are in
 * UTF-16 units, and ends exclusive. Named children are those that are no punctuation.
 */
export interface SyntaxNode {
  /** The grammar's name for such nodes. */
  readonly type: string;
  readonly text: string;
  /** Whether the parser did not understand a part of it. */
  readonly hasError: boolean;
  /** Whether the parser made it up to get on. */
  readonly isMissing: boolean;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: SyntaxPoint;
  readonly endPosition: SyntaxPoint;
  readonly children: SyntaxNode[];
  readonly namedChildren: SyntaxNode[];
  readonly namedChildCount: number;
  readonly firstChild: SyntaxNode | null;
  readonly lastChild: SyntaxNode | null;
  readonly firstNamedChild: SyntaxNode | null;
  readonly lastNamedChild: SyntaxNode | null;
  readonly previousNamedSibling: SyntaxNode | null;
  readonly parent: SyntaxNode | null;
  /** Number that tells the nodes of one tree apart. */
  readonly id: number;
  child(index: number): SyntaxNode | null;
  namedChild(index: number): SyntaxNode | null;
  /** Returns the smallest node around a range of offsets. */
  descendantForIndex(start: number, end?: number): SyntaxNode | null;
  childForFieldName(name: string): SyntaxNode | null;
  childrenForFieldName(name: string): SyntaxNode[];
}

/** Returns a field's node, or `undefined` when the node has none. */
export function field(node: SyntaxNode | undefined, name: string): SyntaxNode | undefined {
  return node?.childForFieldName(name) ?? undefined;
}

/** Returns the named children of the given type. */
export function childrenOfType(node: SyntaxNode, type: string): SyntaxNode[] {
  return node.namedChildren.filter((child) => child.type === type);
}
