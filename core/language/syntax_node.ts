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
export function field(node: SyntaxNode | null | undefined, name: string): SyntaxNode | undefined {
  return node?.childForFieldName(name) ?? undefined;
}

/** Returns the named children of the given type. */
export function childrenOfType(node: SyntaxNode | null | undefined, type: string): SyntaxNode[] {
  return node?.namedChildren.filter((child) => child.type === type) ?? [];
}

/** Returns the first named child of the given type. */
export function childOfType(
  node: SyntaxNode | null | undefined,
  type: string,
): SyntaxNode | undefined {
  return node?.namedChildren.find((child) => child.type === type);
}

/** Returns whether a node has a named child of a type with a text, such as a modifier. */
export function hasChild(node: SyntaxNode, type: string, text: string): boolean {
  return node.namedChildren.some((child) => child.type === type && child.text === text);
}

/** Returns whether a node has a child of a type that is punctuation or a keyword. */
export function hasToken(node: SyntaxNode | undefined, type: string): boolean {
  return node?.children.some((child) => child.type === type) === true;
}

/** Returns the place of a node among others, from 0; -1 when it is none of them. */
export function placeIn(nodes: readonly SyntaxNode[], node: SyntaxNode): number {
  return nodes.findIndex(({ id }) => id === node.id);
}

/** Returns whether a node is what its parent has in a field. */
export function isField(node: SyntaxNode, name: string): boolean {
  return node.parent !== null && isSameNode(node.parent.childForFieldName(name), node);
}

/** Returns whether two nodes are the same one. */
export function isSameNode(a: SyntaxNode | null | undefined, b: SyntaxNode): boolean {
  return a !== null && a !== undefined && a.id === b.id;
}

/** Returns the nearest node of a type, or of one of some types, around a node. */
export function findAround(
  node: SyntaxNode,
  types: ReadonlySet<string> | string,
): SyntaxNode | undefined {
  for (let around = node.parent; around !== null; around = around.parent) {
    if (typeof types === "string" ? types === around.type : types.has(around.type)) return around;
  }
  return undefined;
}

/** Returns the outermost node around a node: the whole file. */
export function rootOf(node: SyntaxNode): SyntaxNode {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return root;
}

/** Returns whether a node is the first named child of its parent. */
export function isFirstChild(node: SyntaxNode): boolean {
  return isSameNode(node.parent?.firstNamedChild, node);
}
