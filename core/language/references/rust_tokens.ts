import type { Expression, NameUse } from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { callOf, elementOf, sameAs, setOf, used } from "./tables.ts";

/** UTF-16 units between two tokens of a macro that are looked through. */
const MAX_SPACE = 200;

/** Tokens behind which a name is bound. */
const BINDERS = setOf("let fn struct enum mod for mutable_specifier");

const FUNCTION = ["function"] as const;
const VALUE = ["value"] as const;
const PATH = ["module", "type"] as const;
const CALLED = ["function", "type", "value"] as const;
const NO_MACRO = ["type", "function", "value", "module"] as const;

/** What a macro is given is no tree: returns the token before one, in the same brackets. */
function tokenBefore(node: SyntaxNode): SyntaxNode | undefined {
  const tree = node.parent!;
  const end = Math.max(tree.startIndex, node.startIndex - MAX_SPACE);
  for (let at = node.startIndex - 1; at >= end; at--) {
    const found = childAround(tree, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function tokenAfter(node: SyntaxNode): SyntaxNode | undefined {
  const tree = node.parent!;
  const end = Math.min(tree.endIndex, node.endIndex + MAX_SPACE);
  for (let at = node.endIndex; at < end; at++) {
    const found = childAround(tree, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function childAround(tree: SyntaxNode, offset: number): SyntaxNode | undefined {
  let found = tree.descendantForIndex(offset, offset + 1);
  while (found !== null && found.id !== tree.id && found.parent?.id !== tree.id) {
    found = found.parent;
  }
  if (found === null || found.id === tree.id) return undefined;
  return found.type === "line_comment" || found.type === "block_comment" ? undefined : found;
}

/** Reads a name in what a macro is given, by the tokens around it. */
export function readRustTokenName(node: SyntaxNode): NameUse | undefined {
  const before = tokenBefore(node);
  const after = tokenAfter(node);
  if (before?.type === "'" || before !== undefined && BINDERS.has(before.type)) return undefined;
  const isCall = after?.type === "token_tree" && after.text.startsWith("(");
  // A name before a single colon is a field or an argument.
  if (after?.type === ":") return undefined;
  if (after?.type === "!") return used("call", { means: ["macro"], isOpen: true });
  const isTurbofish = after?.type === "::" && tokenAfter(after)?.type === "<";
  const isMade = after !== undefined && isLiteral(node, after);
  const how = isCall || isTurbofish ? "call" : isMade ? "new" : "use";
  if (before?.type === "." || before?.type === "::") {
    const receiver = tokenBefore(before);
    const isStatic = before.type === "::";
    const means = isStatic || isCall ? FUNCTION : VALUE;
    if (receiver !== undefined) return used(how, { receiver, isStatic, means });
    if (!isStatic) return used(how, { isOpen: true });
  }
  const isPath = after?.type === "::";
  return used(how, {
    means: isPath ? PATH : isCall ? CALLED : NO_MACRO,
    module: isPath ? `::${node.text}` : undefined,
    isSelf: node.text === "Self",
    isOpen: !isCall && !isPath,
  });
}

/** Returns whether a name before braces begins the literal of a struct. */
function isLiteral({ text }: SyntaxNode, after: SyntaxNode): boolean {
  return after.type === "token_tree" && after.text.startsWith("{") && /^[A-Z]/.test(text);
}

/** Reads brackets in what a macro is given: behind a name they are the arguments of a call. */
export function readRustToken(tree: SyntaxNode): Expression | undefined {
  if (tree.parent?.type !== "token_tree") return undefined;
  const before = tokenBefore(tree);
  if (tree.type === "?") return elementOf(before);
  if (before?.type === "identifier") return callOf(before);
  const isAlone = tree.namedChildCount === 1 && before?.type !== ">" && before?.type !== "!";
  return isAlone ? sameAs(tree.firstNamedChild) : undefined;
}
