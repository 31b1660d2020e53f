import { type DeclaredName, type NameUse } from "../reference_rules.ts";
import { field, findAround, isField, isSameNode, type SyntaxNode } from "../syntax_node.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const PATTERNS = setOf(
  "tuple_pattern slice_pattern ref_pattern mut_pattern reference_pattern captured_pattern or_pattern " +
    "tuple_struct_pattern struct_pattern field_pattern match_pattern",
);
const BLOCKS = setOf("block source_file match_arm");
const CONDITIONALS = setOf("if_expression while_expression match_arm");
const FUNCTIONS = setOf("function_item function_signature_item closure_expression");

/** Patterns of what an option or a result holds. */
const HOLDING_REGEXP = /(?:^|::)(?:Some|Ok|Ready)$/;

/** Methods whose closure is given an element of their receiver. */
const ELEMENT_METHODS = setOf(
  "map for_each filter any all find and_then filter_map flat_map is_some_and is_ok_and inspect position take_while " +
    "skip_while partition max_by_key min_by_key sort_by_key retain map_or map_or_else find_map sort_by dedup_by_key",
);

type Taken = Pick<DeclaredName, "type" | "value" | "isElement" | "index" | "property">;

/** Returns what declares a function or a closure, without where it is known. */
export function rustFunction(node: SyntaxNode): DeclaredName {
  const type = field(node, "return_type");
  const isForward = node.type === "function_signature_item";
  const value = type === undefined && node.type === "closure_expression"
    ? field(node, "body")
    : undefined;
  return { is: "declared", kind: "function", type, value, isForward };
}

/** Reads a name that a pattern binds; undefined for names elsewhere, and for those of types and constants in it. */
export function readRustPattern(node: SyntaxNode): NameUse | undefined {
  if (node.type === "type_identifier" || node.type === "field_identifier") return undefined;
  // What begins with a capital is a variant or a constant.
  if (/^\p{Lu}/u.test(node.text)) return undefined;
  let [inner, outer] = [node, node.parent!];
  while (PATTERNS.has(outer.type)) {
    if (isField(inner, "type") || outer.type === "match_pattern" && isField(inner, "condition")) {
      return undefined;
    }
    inner = outer;
    outer = outer.parent!;
  }
  const named = { is: "declared", kind: "value" } as const;
  switch (outer.type) {
    case "let_declaration":
      return isField(inner, "pattern") ? declareLet(node, outer) : undefined;
    case "let_condition": {
      if (!isField(inner, "pattern")) return undefined;
      const scope = findAround(outer, CONDITIONALS);
      return {
        ...named,
        scope,
        knownFrom: outer.endIndex,
        ...taken(node, { value: field(outer, "value") }),
      };
    }
    case "for_expression": {
      if (!isField(inner, "pattern")) return undefined;
      const from = { value: field(outer, "value"), isElement: true };
      return {
        ...named,
        scope: outer,
        knownFrom: field(outer, "body")?.startIndex ?? 0,
        ...taken(node, from),
      };
    }
    case "match_arm": {
      if (!isField(inner, "pattern")) return undefined;
      const value = field(outer.parent!.parent!, "value");
      return { ...named, scope: outer, ...taken(node, { value }) };
    }
    case "parameter":
      return isField(inner, "pattern") ? declareParameter(node, outer) : undefined;
    case "closure_parameters":
      return { ...named, scope: outer.parent!, ...taken(node, givenTo(outer.parent!)) };
  }
  return undefined;
}

function declareLet(node: SyntaxNode, statement: SyntaxNode): DeclaredName {
  const scope = findAround(statement, BLOCKS);
  const place = { scope, knownFrom: statement.endIndex };
  const [type, value] = [field(statement, "type"), field(statement, "value")];
  const isWhole = isField(node, "pattern");
  if (isWhole && type === undefined && value?.type === "closure_expression") {
    return { ...rustFunction(value), ...place };
  }
  return {
    is: "declared",
    kind: "value",
    ...place,
    ...taken(node, isTyped(type) ? { type } : { value }),
  };
}

/** Returns whether a type says what it is: not `_`, nor `Vec<_>`. */
function isTyped(type: SyntaxNode | undefined): boolean {
  return type !== undefined && !/(?:^|\W)_(?:\W|$)/.test(type.text);
}

function declareParameter(node: SyntaxNode, parameter: SyntaxNode): DeclaredName {
  const scope = findAround(parameter, FUNCTIONS);
  const knownFrom = field(scope, "body")?.startIndex ?? 0;
  return {
    is: "declared",
    kind: "value",
    scope,
    knownFrom,
    ...taken(node, { type: field(parameter, "type") }),
  };
}

/** Returns what a closure is given as its argument: an element of a list, an option or a result. */
function givenTo(closure: SyntaxNode): Taken {
  const call = closure.parent?.parent;
  const callee = call?.type === "call_expression" ? field(call, "function") : undefined;
  if (callee?.type !== "field_expression") return {};
  const isGiven = ELEMENT_METHODS.has(field(callee, "field")?.text ?? "");
  return isGiven ? { value: field(callee, "value"), isElement: true } : {};
}

/** Returns what a name in a pattern takes of what the whole pattern is given; nothing where it is too deep to tell. */
function taken(node: SyntaxNode, whole: Taken): Taken {
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
    const index = indexIn(own.pattern, own.inner);
    const tuple = whole.value?.type === "tuple_expression" && whole.isElement !== true;
    if (next === undefined && tuple) return { value: whole.value!.namedChild(index) ?? undefined };
    if (next === undefined) return { ...whole, index };
    return isHolding(next.pattern) && steps.length === 2 && whole.isElement !== true
      ? { ...whole, isElement: true, index }
      : {};
  }
  if (isHolding(own.pattern)) {
    return next === undefined && whole.isElement !== true ? { ...whole, isElement: true } : {};
  }
  // Fields of a struct or a variant with numbers: the first child is its type.
  return { type: field(own.pattern, "type"), index: indexIn(own.pattern, own.inner) - 1 };
}

function isHolding(pattern: SyntaxNode): boolean {
  return pattern.type === "tuple_struct_pattern" &&
    HOLDING_REGEXP.test(field(pattern, "type")?.text ?? "");
}

function indexIn(pattern: SyntaxNode, inner: SyntaxNode): number {
  return pattern.namedChildren.findIndex((one) => isSameNode(one, inner));
}
