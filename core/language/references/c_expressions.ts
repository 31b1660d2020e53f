import type { Expression } from "../reference_rules.ts";
import { field, type SyntaxNode } from "../syntax_node.ts";
import { lastOf, nameOfSpecifier } from "./c_scopes.ts";

/** Types whose `->` reaches the members of their argument. */
const POINTERS = new Set([
  ..."unique_ptr shared_ptr weak_ptr intrusive_ptr scoped_ptr scoped_refptr RefPtr Ref".split(" "),
  ..."optional reference_wrapper atomic not_null observer_ptr Owned expected StatusOr".split(" "),
]);
const MAPS = new Set(
  "pair map unordered_map multimap unordered_multimap flat_map HashMap".split(" "),
);
const CASTS = new Set(
  "static_cast dynamic_cast const_cast reinterpret_cast static_pointer_cast dynamic_pointer_cast make_unique make_shared"
    .split(" "),
);
const ELEMENT_METHODS = new Set(
  "at back front begin end cbegin cend rbegin rend find lower_bound upper_bound emplace emplace_back insert top get value lock load release"
    .split(" "),
);
const TRANSPARENT_CALLS = new Set("move forward ref cref as_const addressof".split(" "));

const SPECIFIER_REGEXP = /^(?:struct|union|class|enum)_specifier$/;

/** Returns what an expression of C or C++ is, as far as its type can be told from it. */
export function readCExpression(node: SyntaxNode): Expression | undefined {
  switch (node.type) {
    case "identifier":
    case "field_identifier":
    case "type_identifier":
    case "namespace_identifier":
      return { is: "name", name: node };
    case "field_expression": {
      // What a map has at a place, by way of its iterator as well.
      const name = field(node, "field");
      return name?.text === "second" ? elementIn(field(node, "argument")) : nameIn(name);
    }
    case "qualified_identifier":
    case "nested_namespace_specifier":
    case "template_function":
    case "template_type":
    case "template_method":
    case "dependent_name":
      return nameIn(node);
    case "call_expression":
      return readCall(node);
    case "this":
      return { is: "self" };
    case "cast_expression":
    case "compound_literal_expression":
    case "new_expression": {
      const type = field(node, "type");
      return type === undefined ? undefined : { is: "typed", type };
    }
    case "type_descriptor":
    case "struct_specifier":
    case "union_specifier":
      return { is: "typed", type: node };
    case "subscript_expression":
      return elementIn(field(node, "argument"));
    case "pointer_expression":
    case "update_expression":
      return sameAs(field(node, "argument"));
    case "parenthesized_expression":
    case "co_await_expression":
      return sameAs(node.firstNamedChild);
    case "assignment_expression":
    case "binary_expression":
      return sameAs(field(node, "left"));
    case "comma_expression":
      return sameAs(field(node, "right"));
    case "conditional_expression":
      return sameAs(field(node, "consequence"));
    case "initializer_list":
      return readInitialized(node);
  }
  return undefined;
}

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "function");
  if (callee === undefined) return undefined;
  const name = lastOf(callee);
  const called = name.parent?.type === "template_function" ? name.parent : undefined;
  if (called !== undefined && CASTS.has(name.text)) {
    const type = field(called, "arguments")?.firstNamedChild;
    return type === null || type === undefined ? undefined : { is: "typed", type };
  }
  if (TRANSPARENT_CALLS.has(name.text) && callee.type === "qualified_identifier") {
    return sameAs(field(node, "arguments")?.firstNamedChild);
  }
  return { is: "call", callee };
}

/** Returns what a member of a container or a smart pointer gives: an element of it. */
export function cppForeignResult(callee: SyntaxNode): Expression | undefined {
  const { parent } = callee;
  const access = parent?.type === "field_expression" ? parent : callee;
  const name = field(access, "field")?.text ?? "";
  return ELEMENT_METHODS.has(name) ? elementIn(field(access, "argument")) : undefined;
}

/** Reads `{ .name = value }` by what it is the value of. */
function readInitialized(list: SyntaxNode): Expression | undefined {
  const { parent } = list;
  switch (parent?.type) {
    case "init_declarator":
      return sameAs(nameInDeclarator(parent));
    case "compound_literal_expression":
      return sameAs(parent);
    case "initializer_pair":
      return sameAs(field(parent, "designator")?.firstNamedChild);
    case "initializer_list": {
      const outer = parent.parent;
      const isArray = outer?.type === "init_declarator" &&
        field(outer, "declarator")?.type === "array_declarator";
      return isArray ? sameAs(nameInDeclarator(outer)) : undefined;
    }
  }
  return undefined;
}

function nameInDeclarator(declarator: SyntaxNode): SyntaxNode | undefined {
  let node: SyntaxNode | undefined = declarator;
  while (node?.type.endsWith("_declarator") === true) {
    node = field(node, "declarator") ?? node.firstNamedChild ?? undefined;
  }
  return node;
}

function nameIn(node: SyntaxNode | undefined): Expression | undefined {
  return node === undefined ? undefined : { is: "name", name: lastOf(node) };
}

function sameAs(of: SyntaxNode | null | undefined): Expression | undefined {
  return of === null || of === undefined ? undefined : { is: "same", of };
}

function elementIn(of: SyntaxNode | undefined): Expression | undefined {
  return of === undefined ? undefined : { is: "element", of };
}

/** Returns the names of the types whose members a value of a type has. */
export function cTypeNames(type: SyntaxNode): readonly SyntaxNode[] {
  switch (type.type) {
    case "identifier":
    case "type_identifier":
    case "namespace_identifier":
      return [type];
    case "nested_namespace_specifier":
      return [lastOf(type)];
    case "qualified_identifier": {
      const name = field(type, "name");
      return name === undefined ? [] : cTypeNames(name);
    }
    case "type_descriptor":
    case "macro_type_specifier": {
      const inner = field(type, "type");
      return inner === undefined ? [] : cTypeNames(inner);
    }
    case "dependent_type":
      return type.firstNamedChild === null ? [] : cTypeNames(type.firstNamedChild);
    case "template_type": {
      const name = field(type, "name");
      const argument = field(type, "arguments")?.firstNamedChild;
      if (name === undefined) return [];
      return POINTERS.has(name.text) && argument?.type === "type_descriptor"
        ? cTypeNames(argument)
        : [name];
    }
  }
  const name = SPECIFIER_REGEXP.test(type.type) ? nameOfSpecifier(type) : undefined;
  return name === undefined ? [] : [name];
}

/**
 * Returns the type of the elements of a container, or of one of the parts of a map's or of a pair in it; the type itself
 * where it is that of an array or a pointer.
 */
export function cElementType(type: SyntaxNode, index?: number): SyntaxNode | undefined {
  const template = templateIn(type);
  if (template === undefined) return type;
  const name = field(template, "name")?.text ?? "";
  const listed = field(template, "arguments")?.namedChildren ?? [];
  if (MAPS.has(name)) return listed[index ?? 1];
  const [first] = listed;
  if (first === undefined) return undefined;
  if (POINTERS.has(name)) return cElementType(first, index);
  return index === undefined ? first : cppPartType(first, index);
}

/** Returns the type of one of the parts of a pair or a tuple. */
export function cppPartType(type: SyntaxNode, index: number): SyntaxNode | undefined {
  const template = templateIn(type);
  const name = field(template, "name")?.text;
  const isTuple = name === "pair" || name === "tuple";
  return isTuple ? field(template, "arguments")?.namedChildren[index] : undefined;
}

/** Returns the type with arguments that a type is, behind what it is in. */
function templateIn(type: SyntaxNode): SyntaxNode | undefined {
  if (type.type === "template_type") return type;
  const part = type.type === "type_descriptor" ? "type" : "name";
  const isAround = type.type === "type_descriptor" || type.type === "qualified_identifier";
  const inner = isAround ? field(type, part) : undefined;
  return inner && templateIn(inner);
}
