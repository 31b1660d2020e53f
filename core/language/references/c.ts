import type { Expression, ImportedBinding, ReferenceRules } from "../reference_rules.ts";
import { field, type SyntaxNode } from "../syntax_node.ts";
import { prepareC } from "./c_macros.ts";
import { cNameReader } from "./c_names.ts";
import { cOwnerAt, declaredNameIn, lastOf, nameOfSpecifier } from "./c_scopes.ts";
import {
  createExpressionReader,
  createInnerTypeReader,
  createTypeNamesReader,
  toExpression,
  toWordSet,
} from "./tables.ts";

/** Types whose `->` accesses the members of their argument. */
const POINTERS = toWordSet(
  "unique_ptr shared_ptr weak_ptr intrusive_ptr scoped_ptr scoped_refptr RefPtr Ref optional reference_wrapper " +
    "atomic not_null observer_ptr Owned expected StatusOr",
);
const MAPS = toWordSet("pair map unordered_map multimap unordered_multimap flat_map HashMap");
const CASTS = toWordSet(
  "static_cast dynamic_cast const_cast reinterpret_cast static_pointer_cast dynamic_pointer_cast make_unique " +
    "make_shared",
);
/** Members of containers and pointers that return an element. */
const ELEMENT_METHODS = toWordSet(
  "at back front begin end cbegin cend rbegin rend find lower_bound upper_bound emplace emplace_back insert top " +
    "get value lock load release",
);
const TRANSPARENT_CALLS = toWordSet("move forward ref cref as_const addressof");

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "function");
  if (callee === undefined) return undefined;
  const name = lastOf(callee);
  const called = name.parent?.type === "template_function" ? name.parent : undefined;
  if (called !== undefined && CASTS.has(name.text)) {
    return toExpression("typed", field(called, "arguments")?.firstNamedChild);
  }
  return TRANSPARENT_CALLS.has(name.text) && callee.type === "qualified_identifier"
    ? toExpression("same", field(node, "arguments")?.firstNamedChild)
    : toExpression("call", callee);
}

/** Returns an element of a container or a smart pointer as the result of one of its members. */
export function cppForeignResult(callee: SyntaxNode): Expression | undefined {
  const access = callee.parent?.type === "field_expression" ? callee.parent : callee;
  const isElement = ELEMENT_METHODS.has(field(access, "field")?.text ?? "");
  return isElement ? toExpression("element", field(access, "argument")) : undefined;
}

/** Reads `{ .name = value }` by the declaration or expression that it initialises. */
function readInitializedObject({ parent }: SyntaxNode): Expression | undefined {
  switch (parent?.type) {
    case "init_declarator":
      return toExpression("same", declaredNameIn(parent));
    case "compound_literal_expression":
      return toExpression("same", parent);
    case "initializer_pair":
      return toExpression("same", field(parent, "designator")?.firstNamedChild);
    case "initializer_list": {
      const outer = parent.parent;
      const isArray = outer?.type === "init_declarator" &&
        field(outer, "declarator")?.type === "array_declarator";
      return isArray ? toExpression("same", declaredNameIn(outer)) : undefined;
    }
  }
  return undefined;
}

function createNameExpression(node: SyntaxNode | undefined): Expression | undefined {
  return node && toExpression("name", lastOf(node));
}

const typeNames: ReferenceRules["typeNames"] = createTypeNamesReader({
  "identifier type_identifier namespace_identifier": "name",
  "nested_namespace_specifier": (type) => [lastOf(type)],
  "qualified_identifier": "in name",
  "type_descriptor macro_type_specifier": "in type",
  "dependent_type": "in first",
  "template_type": (type) => {
    const name = field(type, "name");
    const argument = field(type, "arguments")?.firstNamedChild;
    if (name === undefined) return [];
    return POINTERS.has(name.text) && argument?.type === "type_descriptor"
      ? typeNames(argument)
      : [name];
  },
  "struct_specifier union_specifier class_specifier enum_specifier": (type) => {
    const name = nameOfSpecifier(type);
    return name === undefined ? [] : [name];
  },
}, "none");

/**
 * Returns the type of the elements of a container. With an index, returns the type of that part of
 * a pair or of an element of a map. For an array or a pointer, returns the type itself.
 */
function elementType(type: SyntaxNode, index?: number): SyntaxNode | undefined {
  const template = templateIn(type);
  if (template === undefined) return type;
  const name = field(template, "name")?.text ?? "";
  const listed = field(template, "arguments")?.namedChildren ?? [];
  if (MAPS.has(name)) return listed[index ?? 1];
  const [first] = listed;
  if (first === undefined) return undefined;
  if (POINTERS.has(name)) return elementType(first, index);
  return index === undefined ? first : cppPartType(first, index);
}

/** Returns the type of one of the parts of a pair or a tuple. */
export function cppPartType(type: SyntaxNode, index: number): SyntaxNode | undefined {
  const template = templateIn(type);
  const name = field(template, "name")?.text;
  const isTuple = name === "pair" || name === "tuple";
  return isTuple ? field(template, "arguments")?.namedChildren[index] : undefined;
}

/** Returns the generic type inside a type, without its qualifier. */
const templateIn = createInnerTypeReader({
  "template_type": "",
  "type_descriptor": "in type",
  "qualified_identifier": "in name",
});

/** Nodes of a file that may contain directives. */
const GROUPS = toWordSet(
  "preproc_if preproc_ifdef preproc_elif preproc_elifdef preproc_else linkage_specification declaration_list",
);

export default {
  names: "identifier type_identifier field_identifier",
  prepare: prepareC,
  textNodes: "preproc_arg",
  readName: cNameReader(false),
  readExpression: createExpressionReader({
    "identifier field_identifier type_identifier namespace_identifier": "name",
    "field_expression": (node) => {
      // The value of a map entry, also by way of its iterator.
      const name = field(node, "field");
      return name?.text === "second"
        ? toExpression("element", field(node, "argument"))
        : createNameExpression(name);
    },
    "qualified_identifier nested_namespace_specifier template_function template_type":
      createNameExpression,
    "template_method dependent_name": createNameExpression,
    "call_expression": readCall,
    "this": "self",
    "cast_expression compound_literal_expression new_expression": "typed type",
    "type_descriptor struct_specifier union_specifier": "typed",
    "subscript_expression": "element argument",
    "pointer_expression update_expression": "same argument",
    "parenthesized_expression co_await_expression": "same first",
    "assignment_expression binary_expression": "same left",
    "comma_expression": "same right",
    "conditional_expression": "same consequence",
    "initializer_list": readInitializedObject,
  }),
  typeNames,
  elementType,
  basesOf: () => [],
  ownerAt: cOwnerAt,
  readImports: readIncludes,
  reexportsImports: true,
  modules: "include",
  implicitVisibility: "included",
} satisfies ReferenceRules;

/** Returns the files that a file includes, written as `name` or `<name>`. */
export function readIncludes(root: SyntaxNode): readonly ImportedBinding[] {
  return root.namedChildren.flatMap((node): readonly ImportedBinding[] => {
    if (GROUPS.has(node.type)) return readIncludes(node);
    const path = node.type === "preproc_include" ? field(node, "path") : undefined;
    if (path === undefined) return [];
    const module = path.text.replaceAll('"', "");
    return [{ module, start: node.startIndex }];
  });
}
