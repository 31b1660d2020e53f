import type { SyntaxNode } from "./syntax_node.ts";

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
