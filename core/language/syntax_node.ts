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

/** Returns a part of the text of a node, which begins at an offset in the file, as a node in it that is otherwise the same. */
export function partOf(
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

/** A part of a text that a grammar takes no further apart. */
export interface TextNode {
  /** What such nodes are called; `identifier` unless another type is given. */
  readonly type?: string;
  readonly text: string;
  /** Offset in the file, in UTF-16 units. */
  readonly start: number;
}

/** Returns the names outside of strings and comments in a node that holds code as a mere text, as nodes in it. */
export function listTextNames(parent: SyntaxNode): readonly SyntaxNode[] {
  const { text, startIndex } = parent;
  return [...text.matchAll(TOKENS_REGEXP)].flatMap(({ groups, index }) => {
    const name = groups?.["name"];
    return name === undefined
      ? []
      : [nodeInText(parent, { text: name, start: startIndex + index })];
  });
}

/** Returns a part of the text of a node as a node in it, without children. */
export function nodeInText(
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
