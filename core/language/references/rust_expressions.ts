import { type Expression } from "../reference_rules.ts";
import { field, isField, type SyntaxNode } from "../syntax_node.ts";
import { readRustToken } from "./rust_tokens.ts";
import { RUST_POINTERS } from "./rust_types.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const LITERALS = setOf(
  "string_literal raw_string_literal integer_literal float_literal boolean_literal char_literal",
);
const PATHS = setOf(
  "scoped_identifier scoped_type_identifier scoped_use_list use_wildcard use_list",
);
const STATEMENTS = setOf("expression_statement let_declaration empty_statement");
/** Expressions that give nothing, as they leave. */
const LEAVING = setOf("return_expression break_expression continue_expression macro_invocation");
/** Methods of other projects that give a list, an option or a result with the elements of their receiver, or it again. */
const AGAIN = setOf(
  "clone iter iter_mut into_iter as_ref as_mut as_deref as_deref_mut cloned copied to_owned first last first_mut " +
    "last_mut get get_mut next next_back pop pop_front pop_back peek find rev skip take step_by filter chain peekable " +
    "enumerate fuse inspect skip_while take_while drain lock read write try_lock ok ok_or ok_or_else context " +
    "with_context map_err or or_else replace borrow borrow_mut entry values values_mut into_values min_by_key " +
    "max_by_key min_by max_by by_ref upgrade to_vec into_inner load as_slice insert get_or_init",
);
/** Methods of other projects that give an element of their receiver. */
const ELEMENT = setOf(
  "unwrap expect unwrap_or unwrap_or_else unwrap_or_default unwrap_unchecked or_insert or_insert_with or_default " +
    "get_or_insert_with get_or_insert",
);
/** Functions that return what they are given. */
const TAKERS_REGEXP = /(?:^|::)mem::(?:take|replace)$/;
/** Functions that return a pointer to what they are given. */
const POINTER_MAKERS = setOf("new clone pin from");

/** Reads an expression of Rust. */
export function readRustExpression(node: SyntaxNode): Expression | undefined {
  if (LITERALS.has(node.type)) return { is: "typed", type: node };
  switch (node.type) {
    case "identifier":
    case "field_identifier":
    case "shorthand_field_identifier":
      return { is: "name", name: node };
    case "crate":
    case "super":
      return { is: "module", module: modulePath(node) };
    case "self":
      return isPathHead(node) ? { is: "module", module: modulePath(node) } : { is: "self" };
    case "scoped_identifier":
      return named(field(node, "name"));
    case "type_identifier":
    case "scoped_type_identifier":
    case "generic_type":
    case "generic_type_with_turbofish":
      return { is: "typed", type: node };
    case "bracketed_type":
    case "qualified_type": {
      const type = field(node, "type") ?? node.firstNamedChild;
      return type === null ? undefined : { is: "typed", type: typeIn(type) };
    }
    case "field_expression": {
      const member = field(node, "field");
      if (member?.type !== "integer_literal") return named(member);
      return { is: "part", of: field(node, "value")!, index: Number(member.text) };
    }
    case "call_expression":
      return readCall(node);
    case "struct_expression":
      return { is: "typed", type: field(node, "name")! };
    case "type_cast_expression":
      return { is: "typed", type: field(node, "type")! };
    case "try_expression":
      return { is: "element", of: node.firstNamedChild! };
    case "index_expression": {
      const isPart = node.lastNamedChild?.type === "range_expression";
      return { is: isPart ? "same" : "element", of: node.firstNamedChild! };
    }
    case "match_expression":
    case "if_expression":
    case "block":
    case "unsafe_block":
      return readResult(node);
    case "unary_expression":
    case "await_expression":
    case "parenthesized_expression":
      return node.firstNamedChild === null ? undefined : { is: "same", of: node.firstNamedChild };
    case "reference_expression":
      return { is: "same", of: field(node, "value")! };
    case "token_tree":
    case "?":
      return readRustToken(node);
  }
  return undefined;
}

/** Reads what a block, or one of the branches of an expression, gives. */
function readResult(node: SyntaxNode): Expression | undefined {
  if (node.type === "if_expression") return { is: "same", of: field(node, "consequence")! };
  if (node.type !== "match_expression") {
    const { lastNamedChild: last } = node;
    return last === null || STATEMENTS.has(last.type) ? undefined : { is: "same", of: last };
  }
  const values = (field(node, "body")?.namedChildren ?? []).flatMap((arm) =>
    field(arm, "value") ?? []
  );
  const of = values.find(({ type }) => !LEAVING.has(type));
  return of && { is: "same", of };
}

function named(name: SyntaxNode | undefined): Expression | undefined {
  return name && { is: "name", name };
}

function typeIn(type: SyntaxNode): SyntaxNode {
  return type.type === "qualified_type" ? field(type, "type") ?? type : type;
}

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "function");
  if (callee === undefined) return undefined;
  if (callee.type === "generic_function") {
    const inner = field(callee, "function")!;
    const name = inner.type === "field_expression" ? field(inner, "field")?.text : undefined;
    const type = field(callee, "type_arguments")?.firstNamedChild;
    const isGiven = name === "collect" || name === "parse" || name === "into";
    return isGiven && type ? { is: "typed", type } : { is: "call", callee: lastName(inner) };
  }
  const path = callee.type === "scoped_identifier" ? field(callee, "path") : undefined;
  const given = field(node, "arguments")?.firstNamedChild;
  const isPointer = path !== undefined && RUST_POINTERS.has(path.text.replace(/^.*::/, "")) &&
    POINTER_MAKERS.has(field(callee, "name")?.text ?? "");
  return isPointer && given ? { is: "same", of: given } : { is: "call", callee: lastName(callee) };
}

function lastName(callee: SyntaxNode): SyntaxNode {
  return field(callee, "field") ?? field(callee, "name") ?? callee;
}

/** Returns whether a node is what a path begins with. */
export function isPathHead(node: SyntaxNode): boolean {
  const { parent } = node;
  return parent !== null && PATHS.has(parent.type) &&
    (isField(node, "path") || parent.type === "use_wildcard");
}

/**
 * Returns the path of a module that begins with `crate`, `self` or `super`, seen from the file rather than from the
 * modules in it: `::self::inner` for `self` in `mod inner { … }`.
 */
export function modulePath(node: SyntaxNode, path: string = node.text): string {
  const parts = path.split("::").filter((part) => part !== "");
  if (parts[0] !== "self" && parts[0] !== "super") return `::${parts.join("::")}`;
  const inner: string[] = [];
  for (let around = node.parent; around !== null; around = around.parent) {
    if (around.type === "mod_item") inner.unshift(field(around, "name")?.text ?? "");
  }
  if (parts[0] === "self") parts.shift();
  const outer: string[] = [];
  for (; parts[0] === "super"; parts.shift()) {
    if (inner.pop() === undefined) outer.push("super");
  }
  return `::${[...outer.length === 0 ? ["self"] : outer, ...inner, ...parts].join("::")}`;
}

/** Returns what a method of another project gives. */
export function rustForeignResult(callee: SyntaxNode): Expression | undefined {
  const { parent } = callee;
  if (parent?.type === "scoped_identifier" && TAKERS_REGEXP.test(parent.text)) {
    const call = parent.parent;
    const given = call && field(call, "arguments")?.firstNamedChild;
    return given ? { is: "same", of: given } : undefined;
  }
  if (parent?.type !== "field_expression") return undefined;
  const of = field(parent, "value")!;
  if (AGAIN.has(callee.text)) return { is: "same", of };
  return ELEMENT.has(callee.text) ? { is: "element", of } : undefined;
}
