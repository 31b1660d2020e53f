import { type Expression } from "../reference_rules.ts";
import { field, isField, type SyntaxNode } from "../syntax_node.ts";

/** Returns types of nodes that are separated by spaces. */
export const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));
const WRAPPED = setOf(
  "parenthesized_expression await_expression non_null_expression satisfies_expression",
);
const CLASSES = setOf(
  "class_declaration abstract_class_declaration class interface_declaration enum_declaration",
);

/** Returns an expression, as far as its type can be told from it. */
export function readScriptExpression(node: SyntaxNode): Expression | undefined {
  switch (node.type) {
    case "identifier":
    case "type_identifier":
    case "shorthand_property_identifier":
    case "shorthand_property_identifier_pattern":
    case "property_identifier":
    case "private_property_identifier":
      return { is: "name", name: node };
    case "member_expression":
    case "nested_identifier": {
      const name = field(node, "property");
      return name === undefined ? undefined : { is: "name", name };
    }
    case "nested_type_identifier": {
      const name = field(node, "name");
      return name === undefined ? undefined : { is: "name", name };
    }
    case "call_expression": {
      const callee = field(node, "function");
      return callee === undefined ? undefined : { is: "call", callee };
    }
    case "new_expression": {
      const type = field(node, "constructor");
      return type === undefined ? undefined : { is: "typed", type };
    }
    case "as_expression": {
      const type = node.lastNamedChild;
      return type === null || type.text === "const"
        ? { is: "same", of: node.firstNamedChild! }
        : { is: "typed", type };
    }
    case "this":
      return { is: "self" };
    case "super":
      return { is: "super" };
    case "subscript_expression": {
      const of = field(node, "object");
      return of === undefined ? undefined : { is: "element", of };
    }
  }
  const inner = WRAPPED.has(node.type) ? node.firstNamedChild : null;
  return inner === null ? undefined : { is: "same", of: inner };
}

/** Returns the name of the class, the interface or the object around a node. */
export function scriptOwnerAt(node: SyntaxNode): string | undefined {
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    if (CLASSES.has(around.type)) {
      const name = field(around, "name")?.text;
      return name ?? (around.parent === null ? undefined : nameOfValue(around.parent));
    }
    if (around.type === "object" && around.parent !== null) {
      const name = nameOfValue(around.parent);
      if (name !== undefined) return name;
    }
    if (around.type === "object_type" && around.parent?.type === "type_alias_declaration") {
      return field(around.parent, "name")?.text;
    }
    // What a function that is a member of something by assignment calls `this`.
    if (around.type === "function_expression" && around.parent?.type === "assignment_expression") {
      const target = field(around.parent, "left");
      const object = target === undefined ? undefined : field(target, "object");
      if (object !== undefined && !isField(inner, "left")) {
        return object.text.replace(/\.prototype$/, "").split(".").at(-1);
      }
    }
    if (around.type === "function_declaration") {
      // A constructor of the old form.
      const name = field(around, "name")?.text;
      return name !== undefined && /^[A-Z]/.test(name) ? name : undefined;
    }
  }
  return undefined;
}

function nameOfValue(node: SyntaxNode): string | undefined {
  if (node.type === "variable_declarator") return field(node, "name")?.text;
  if (WRAPPED.has(node.type) || node.type === "as_expression") {
    return node.parent === null ? undefined : nameOfValue(node.parent);
  }
  if (node.type !== "assignment_expression") return undefined;
  const left = field(node, "left")?.text ?? "";
  return left === "module.exports" ? "exports" : left.split(".").at(-1);
}

/** Returns a value without brackets, casts and `await` around it. */
export function unwrap(value: SyntaxNode): SyntaxNode {
  let inner = value;
  while (
    (WRAPPED.has(inner.type) || inner.type === "as_expression") && inner.firstNamedChild !== null
  ) {
    inner = inner.firstNamedChild;
  }
  return inner;
}
