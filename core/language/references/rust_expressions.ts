import type { Expression, ReferenceRules } from "../reference_rules.ts";
import { field, isField, type SyntaxNode } from "../syntax_node.ts";
import { readToken } from "./rust_patterns.ts";
import { POINTERS } from "./rust_types.ts";

import { express, expressionReader, resultOfMember, setOf } from "./tables.ts";

const PATHS = setOf(
  "scoped_identifier scoped_type_identifier scoped_use_list use_wildcard use_list",
);
const STATEMENTS = setOf("expression_statement let_declaration empty_statement");
/** Expressions that give nothing, as they leave. */
const LEAVING = setOf("return_expression break_expression continue_expression macro_invocation");
/** Methods of lists, options, results and other holders of other projects. */
const MEMBERS = {
  same: setOf(
    "clone iter iter_mut into_iter as_ref as_mut as_deref as_deref_mut cloned copied to_owned first last first_mut " +
      "last_mut get get_mut next next_back pop pop_front pop_back peek find rev skip take step_by filter chain peekable " +
      "enumerate fuse inspect skip_while take_while drain lock read write try_lock ok ok_or ok_or_else context " +
      "with_context map_err or or_else replace borrow borrow_mut entry values values_mut into_values min_by_key " +
      "max_by_key min_by max_by by_ref upgrade to_vec into_inner load as_slice insert get_or_init",
  ),
  element: setOf(
    "unwrap expect unwrap_or unwrap_or_else unwrap_or_default unwrap_unchecked or_insert or_insert_with or_default " +
      "get_or_insert_with get_or_insert",
  ),
};
/** Functions that return what they are given. */
const TAKERS_REGEXP = /(?:^|::)mem::(?:take|replace)$/;
/** Functions that return a pointer to what they are given. */
const POINTER_MAKERS = setOf("new clone pin from");

export const readExpression: ReferenceRules["readExpression"] = expressionReader({
  "identifier field_identifier shorthand_field_identifier": "name",
  "crate super": (node) => ({ is: "module", module: modulePath(node) }),
  "self": (node) => isPathHead(node) ? { is: "module", module: modulePath(node) } : { is: "self" },
  "scoped_identifier": "name name",
  "type_identifier scoped_type_identifier generic_type generic_type_with_turbofish": "typed",
  "string_literal raw_string_literal integer_literal float_literal": "typed",
  "boolean_literal char_literal": "typed",
  "bracketed_type qualified_type": (node) => {
    const type = field(node, "type") ?? node.firstNamedChild;
    return express("typed", type?.type === "qualified_type" ? field(type, "type") ?? type : type);
  },
  "field_expression": (node) => {
    const member = field(node, "field");
    if (member?.type !== "integer_literal") return express("name", member);
    return { is: "part", of: field(node, "value")!, index: Number(member.text) };
  },
  "call_expression": readCall,
  "struct_expression": "typed name",
  "type_cast_expression": "typed type",
  "try_expression": "element first",
  "index_expression": ({ firstNamedChild: list, lastNamedChild: index }) =>
    index?.type === "range_expression" ? express("same", list) : express("element", list),
  "if_expression": "same consequence",
  "match_expression": (node) => {
    const values = (field(node, "body")?.namedChildren ?? [])
      .flatMap((arm) => field(arm, "value") ?? []);
    return express("same", values.find(({ type }) => !LEAVING.has(type)));
  },
  "block unsafe_block": ({ lastNamedChild: last }) =>
    last !== null && STATEMENTS.has(last.type) ? undefined : express("same", last),
  "unary_expression await_expression parenthesized_expression": "same first",
  "reference_expression": "same value",
  "token_tree ?": readToken,
});

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "function");
  if (callee === undefined) return undefined;
  if (callee.type === "generic_function") {
    const inner = field(callee, "function")!;
    const name = inner.type === "field_expression" ? field(inner, "field")?.text : undefined;
    const type = field(callee, "type_arguments")?.firstNamedChild;
    const isGiven = name === "collect" || name === "parse" || name === "into";
    return isGiven && type ? express("typed", type) : express("call", lastName(inner));
  }
  const path = callee.type === "scoped_identifier" ? field(callee, "path") : undefined;
  const given = field(node, "arguments")?.firstNamedChild;
  const isPointer = path !== undefined && POINTERS.has(path.text.replace(/^.*::/, "")) &&
    POINTER_MAKERS.has(field(callee, "name")?.text ?? "");
  return isPointer && given ? express("same", given) : express("call", lastName(callee));
}

function lastName(callee: SyntaxNode): SyntaxNode {
  return field(callee, "field") ?? field(callee, "name") ?? callee;
}

function isPathHead(node: SyntaxNode): boolean {
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
export function foreignResult({ parent, text: name }: SyntaxNode): Expression | undefined {
  if (parent?.type === "scoped_identifier" && TAKERS_REGEXP.test(parent.text)) {
    return express("same", field(parent.parent, "arguments")?.firstNamedChild);
  }
  return parent?.type === "field_expression"
    ? resultOfMember(name, field(parent, "value"), MEMBERS)
    : undefined;
}
