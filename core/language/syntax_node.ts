/** Position in a text, both numbers 0-based and in UTF-16 units. */
interface SyntaxPoint {
  readonly row: number;
  readonly column: number;
}

/**
 * Part of the interface of a syntax tree node that the rules use; the nodes of the parser implement
 * it. Offsets are in UTF-16 units, and ends exclusive. Named children are those that are not
 * punctuation.
 */
export interface SyntaxNode {
  /** Name of such nodes in the grammar. */
  readonly type: string;
  readonly text: string;
  /** True when the parser did not understand a part of it. */
  readonly hasError: boolean;
  /** True when the parser inserted it to continue. */
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
  /** Number that is unique among the nodes of one tree. */
  readonly id: number;
  child(index: number): SyntaxNode | null;
  namedChild(index: number): SyntaxNode | null;
  /** Returns the smallest node around a range of offsets. */
  descendantForIndex(start: number, end?: number): SyntaxNode | null;
  childForFieldName(name: string): SyntaxNode | null;
  childrenForFieldName(name: string): SyntaxNode[];
}

/** Returns the node of a field, or `undefined` when there is none. */
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

/** Returns true when a node has a named child with a type and a text, such as a modifier. */
export function hasChild(node: SyntaxNode, type: string, text: string): boolean {
  return node.namedChildren.some((child) => child.type === type && child.text === text);
}

/** Returns true when a node has a child of a type that is punctuation or a keyword. */
export function hasToken(node: SyntaxNode | undefined, type: string): boolean {
  return node?.children.some((child) => child.type === type) === true;
}

/** Returns the index of a node among others; -1 when it is not one of them. */
export function indexOfNode(nodes: readonly SyntaxNode[], node: SyntaxNode): number {
  return nodes.findIndex(({ id }) => id === node.id);
}

/** Returns true when a node is in a field of its parent. */
export function isInField(node: SyntaxNode, name: string): boolean {
  return node.parent !== null && isSameNode(node.parent.childForFieldName(name), node);
}

/** Returns true when two nodes are the same. */
export function isSameNode(a: SyntaxNode | null | undefined, b: SyntaxNode): boolean {
  return a !== null && a !== undefined && a.id === b.id;
}

/** Returns the nearest ancestor of a type, or of one of several types. */
export function findAncestor(
  node: SyntaxNode,
  types: ReadonlySet<string> | string,
): SyntaxNode | undefined {
  for (let around = node.parent; around !== null; around = around.parent) {
    if (typeof types === "string" ? types === around.type : types.has(around.type)) return around;
  }
  return undefined;
}

/** Returns the root of the tree: the whole file. */
export function rootOf(node: SyntaxNode): SyntaxNode {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return root;
}

/** Returns true when a node is the first named child of its parent. */
export function isFirstChild(node: SyntaxNode): boolean {
  return isSameNode(node.parent?.firstNamedChild, node);
}

/**
 * Returns a node for a part of the text of a node: its parent is the given node, which it also
 * inherits all other properties from.
 */
export function createSubnode(
  node: SyntaxNode,
  { type = "identifier", text, start }: TextNode,
): SyntaxNode {
  return Object.create(node, {
    type: { value: type },
    text: { value: text },
    parent: { value: node },
    startIndex: { value: start },
    endIndex: { value: start + text.length },
  });
}

const TOKENS_REGEXP =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\*[^]*?\*\/|\/\/.*|(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gu;

/** Part of a text that the grammar does not divide further. */
export interface TextNode {
  /** Type of the node. @default "identifier" */
  readonly type?: string;
  readonly text: string;
  /** Offset in the file, in UTF-16 units. */
  readonly start: number;
}

/**
 * Returns the names in a node that contains code as plain text, as child nodes. Names in strings
 * and comments are left out.
 */
export function listTextNames(parent: SyntaxNode): readonly SyntaxNode[] {
  const { text, startIndex } = parent;
  return [...text.matchAll(TOKENS_REGEXP)].flatMap(({ groups, index }) => {
    const name = groups?.["name"];
    return name === undefined
      ? []
      : [createTextNode(parent, { text: name, start: startIndex + index })];
  });
}

/** Returns a child node for a part of the text of a node, without children of its own. */
export function createTextNode(
  parent: SyntaxNode,
  { type = "identifier", text, start }: TextNode,
): SyntaxNode {
  const before = parent.text.slice(0, start - parent.startIndex).split("\n");
  const row = parent.startPosition.row + before.length - 1;
  const column = before.at(-1)!.length + (before.length > 1 ? 0 : parent.startPosition.column);
  return {
    type,
    text,
    isMissing: false,
    hasError: false,
    startIndex: start,
    endIndex: start + text.length,
    startPosition: { row, column },
    endPosition: { row, column: column + text.length },
    children: [],
    namedChildren: [],
    namedChildCount: 0,
    firstChild: null,
    lastChild: null,
    firstNamedChild: null,
    lastNamedChild: null,
    previousNamedSibling: null,
    parent,
    // No node of the parser has a negative number.
    id: -start - 1,
    child: () => null,
    namedChild: () => null,
    descendantForIndex: () => null,
    childForFieldName: () => null,
    childrenForFieldName: () => [],
  };
}
