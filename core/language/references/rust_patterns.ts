import type { DeclaredName, Expression, NameUse } from "../reference_rules.ts";
import { field, findAncestor, indexOfNode, isInField, type SyntaxNode } from "../syntax_node.ts";
import { declared, toExpression, toTable, toWordSet, used } from "./tables.ts";

const PATTERNS = toWordSet(
  "tuple_pattern slice_pattern ref_pattern mut_pattern reference_pattern captured_pattern or_pattern " +
    "tuple_struct_pattern struct_pattern field_pattern match_pattern",
);
const BLOCKS = toWordSet("block source_file match_arm");
const CONDITIONALS = toWordSet("if_expression while_expression match_arm");
const FUNCTIONS = toWordSet("function_item function_signature_item closure_expression");

/** Patterns for the content of an option or a result. */
const WRAPPER_REGEXP = /(?:^|::)(?:Some|Ok|Ready)$/;

/** Methods that pass an element of their receiver to a closure. */
const ELEMENT_METHODS = toWordSet(
  "map for_each filter any all find and_then filter_map flat_map is_some_and is_ok_and inspect position take_while " +
    "skip_while partition max_by_key min_by_key sort_by_key retain map_or map_or_else find_map sort_by dedup_by_key",
);

type BoundValue = Pick<DeclaredName, "type" | "value" | "isElement" | "index" | "property">;

/** Returns the declaration of a function or a closure, without its scope. */
export function declareFunction(node: SyntaxNode): DeclaredName {
  const type = field(node, "return_type");
  const isForward = node.type === "function_signature_item";
  const isOpen = type === undefined && node.type === "closure_expression";
  return declared("function", { type, value: isOpen ? field(node, "body") : undefined, isForward });
}

/** Declarations of the names in a pattern, by the node around the whole pattern. */
const PATTERN_DECLARATIONS = toTable<(node: SyntaxNode, outer: SyntaxNode) => DeclaredName>({
  "let_declaration": declareLet,
  "let_condition": (node, outer) =>
    declared("value", {
      scope: findAncestor(outer, CONDITIONALS),
      visibleFrom: outer.endIndex,
      ...destructure(node, { value: field(outer, "value") }),
    }),
  "for_expression": (node, outer) =>
    declared("value", {
      scope: outer,
      visibleFrom: field(outer, "body")?.startIndex ?? 0,
      ...destructure(node, { value: field(outer, "value"), isElement: true }),
    }),
  "match_arm": (node, outer) =>
    declared("value", {
      scope: outer,
      ...destructure(node, { value: field(outer.parent!.parent, "value") }),
    }),
  "parameter": (node, outer) => {
    const scope = findAncestor(outer, FUNCTIONS);
    return declared("value", {
      scope,
      visibleFrom: field(scope, "body")?.startIndex ?? 0,
      ...destructure(node, { type: field(outer, "type") }),
    });
  },
});

/**
 * Reads a name that a pattern binds; undefined for other names, and for types and constants in the
 * pattern.
 */
export function readPattern(node: SyntaxNode): NameUse | undefined {
  if (node.type === "type_identifier" || node.type === "field_identifier") return undefined;
  // A name that begins with a capital is a variant or a constant.
  if (/^\p{Lu}/u.test(node.text)) return undefined;
  let [inner, outer] = [node, node.parent!];
  while (PATTERNS.has(outer.type)) {
    if (
      isInField(inner, "type") || outer.type === "match_pattern" && isInField(inner, "condition")
    ) {
      return undefined;
    }
    inner = outer;
    outer = outer.parent!;
  }
  if (outer.type === "closure_parameters") {
    const scope = outer.parent!;
    return declared("value", { scope, ...destructure(node, closureArgument(scope)) });
  }
  const declare = PATTERN_DECLARATIONS.get(outer.type);
  return declare !== undefined && isInField(inner, "pattern") ? declare(node, outer) : undefined;
}

function declareLet(node: SyntaxNode, statement: SyntaxNode): DeclaredName {
  const place = { scope: findAncestor(statement, BLOCKS), visibleFrom: statement.endIndex };
  const [type, value] = [field(statement, "type"), field(statement, "value")];
  if (isInField(node, "pattern") && type === undefined && value?.type === "closure_expression") {
    return { ...declareFunction(value), ...place };
  }
  // `_` and `Vec<_>` do not state the type.
  const isTyped = type !== undefined && !/(?:^|\W)_(?:\W|$)/.test(type.text);
  return declared("value", { ...place, ...destructure(node, isTyped ? { type } : { value }) });
}

/** Returns the argument of a closure: an element of a list, an option or a result. */
function closureArgument(closure: SyntaxNode): BoundValue {
  const call = closure.parent?.parent;
  const callee = call?.type === "call_expression" ? field(call, "function") : undefined;
  if (callee?.type !== "field_expression") return {};
  const takesElement = ELEMENT_METHODS.has(field(callee, "field")?.text ?? "");
  return takesElement ? { value: field(callee, "value"), isElement: true } : {};
}

/**
 * Returns the part of a pattern's value that a name in the pattern is bound to; empty when it is
 * nested too deeply.
 */
function destructure(node: SyntaxNode, whole: BoundValue): BoundValue {
  const steps: { readonly pattern: SyntaxNode; readonly inner: SyntaxNode }[] = [];
  let inner = node;
  for (let outer = node.parent!; PATTERNS.has(outer.type); inner = outer, outer = outer.parent!) {
    const isPart = outer.type === "tuple_pattern" || outer.type === "tuple_struct_pattern";
    if (isPart || outer.type === "struct_pattern") steps.push({ pattern: outer, inner });
    else if (outer.type === "slice_pattern") return {};
  }
  const [own, next] = steps;
  if (own === undefined) return whole;
  if (own.pattern.type === "struct_pattern") {
    const isShort = node.type === "shorthand_field_identifier";
    const property = isShort ? node : field(own.inner, "name");
    return property === undefined ? {} : { value: field(own.pattern, "type"), property };
  }
  if (own.pattern.type === "tuple_pattern") {
    const index = indexOfNode(own.pattern.namedChildren, own.inner);
    const tuple = whole.value?.type === "tuple_expression" && whole.isElement !== true;
    if (next === undefined && tuple) return { value: whole.value!.namedChild(index) ?? undefined };
    if (next === undefined) return { ...whole, index };
    return isWrapperPattern(next.pattern) && steps.length === 2 && whole.isElement !== true
      ? { ...whole, isElement: true, index }
      : {};
  }
  if (isWrapperPattern(own.pattern)) {
    return next === undefined && whole.isElement !== true ? { ...whole, isElement: true } : {};
  }
  // Fields of a tuple struct or variant: the first child is its type.
  return {
    type: field(own.pattern, "type"),
    index: indexOfNode(own.pattern.namedChildren, own.inner) - 1,
  };
}

function isWrapperPattern(pattern: SyntaxNode): boolean {
  return pattern.type === "tuple_struct_pattern" &&
    WRAPPER_REGEXP.test(field(pattern, "type")?.text ?? "");
}

/** Maximum number of UTF-16 units between two tokens of a macro that are searched. */
const MAX_SPACE = 200;

/** Tokens after which a name is bound. */
const BINDING_TOKENS = toWordSet("let fn struct enum mod for mutable_specifier");

const FUNCTION = ["function"] as const;
const VALUE = ["value"] as const;
const PATH = ["module", "type"] as const;
const CALLABLE_KINDS = ["function", "type", "value"] as const;
const NO_MACRO = ["type", "function", "value", "module"] as const;

/** Returns the token before one, in the same brackets: the arguments of a macro have no tree. */
function tokenBefore(node: SyntaxNode): SyntaxNode | undefined {
  const tree = node.parent!;
  const end = Math.max(tree.startIndex, node.startIndex - MAX_SPACE);
  for (let at = node.startIndex - 1; at >= end; at--) {
    const found = findChildAt(tree, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function tokenAfter(node: SyntaxNode): SyntaxNode | undefined {
  const tree = node.parent!;
  const end = Math.min(tree.endIndex, node.endIndex + MAX_SPACE);
  for (let at = node.endIndex; at < end; at++) {
    const found = findChildAt(tree, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findChildAt(tree: SyntaxNode, offset: number): SyntaxNode | undefined {
  let found = tree.descendantForIndex(offset, offset + 1);
  while (found !== null && found.id !== tree.id && found.parent?.id !== tree.id) {
    found = found.parent;
  }
  if (found === null || found.id === tree.id) return undefined;
  return found.type === "line_comment" || found.type === "block_comment" ? undefined : found;
}

/** Reads a name in the arguments of a macro, by the tokens around it. */
export function readTokenName(node: SyntaxNode): NameUse | undefined {
  const before = tokenBefore(node);
  const after = tokenAfter(node);
  if (before?.type === "'" || before !== undefined && BINDING_TOKENS.has(before.type)) {
    return undefined;
  }
  const isCall = after?.type === "token_tree" && after.text.startsWith("(");
  // A name before a single colon is a field or an argument.
  if (after?.type === ":") return undefined;
  if (after?.type === "!") return used("call", { possibleKinds: ["macro"], mayBeInMacro: true });
  const isTurbofish = after?.type === "::" && tokenAfter(after)?.type === "<";
  const isConstructed = after !== undefined && isLiteral(node, after);
  const useKind = isCall || isTurbofish ? "call" : isConstructed ? "new" : "use";
  if (before?.type === "." || before?.type === "::") {
    const receiver = tokenBefore(before);
    const isStatic = before.type === "::";
    const possibleKinds = isStatic || isCall ? FUNCTION : VALUE;
    if (receiver !== undefined) return used(useKind, { receiver, isStatic, possibleKinds });
    if (!isStatic) return used(useKind, { mayBeInMacro: true });
  }
  const isPath = after?.type === "::";
  return used(useKind, {
    possibleKinds: isPath ? PATH : isCall ? CALLABLE_KINDS : NO_MACRO,
    module: isPath ? `::${node.text}` : undefined,
    isSelf: node.text === "Self",
    mayBeInMacro: !isCall && !isPath,
  });
}

/** Returns true when a name before braces begins a struct literal. */
function isLiteral({ text }: SyntaxNode, after: SyntaxNode): boolean {
  return after.type === "token_tree" && after.text.startsWith("{") && /^[A-Z]/.test(text);
}

/**
 * Reads brackets in the arguments of a macro: after a name they contain the arguments of a call.
 */
export function readRustToken(tree: SyntaxNode): Expression | undefined {
  if (tree.parent?.type !== "token_tree") return undefined;
  const before = tokenBefore(tree);
  if (tree.type === "?") return toExpression("element", before);
  if (before?.type === "identifier") return toExpression("call", before);
  const isAlone = tree.namedChildCount === 1 && before?.type !== ">" && before?.type !== "!";
  return isAlone ? toExpression("same", tree.firstNamedChild) : undefined;
}
