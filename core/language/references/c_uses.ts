import type { ReferenceRules, UsedName } from "../reference_rules.ts";
import { field, findAncestor, isFirstChild, isInField, type SyntaxNode } from "../syntax_node.ts";
import { argumentsIn, createNameReader, toWordSet, used } from "./tables.ts";

const CASTS = toWordSet("static_cast const_cast dynamic_cast reinterpret_cast");
const WRAPPERS = toWordSet(
  "parenthesized_expression pointer_expression qualified_identifier template_function template_type template_method " +
    "dependent_name",
);

/** Reads a name of C or C++ that declares nothing. */
export const readCUse: ReferenceRules["readName"] = createNameReader({
  useOf: cUseOf,
  ownerAt: () => undefined,
  rows: {
    "field_expression.field": "use argument",
    "template_method dependent_name": (name, node) => cUseOf(name, fieldArgument(node)),
    "qualified_identifier": (name, node) =>
      qualified(name, isInField(name, "name") ? field(node, "scope") : outerScope(node)),
    "template_function.name": ({ text }) => CASTS.has(text) ? null : undefined,
    "template_function template_type": readTemplateName,
    "field_designator": "use parent.parent",
    "offsetof_expression.member": "use type",
    "attribute": "none",
  },
});

/** Reads the name of a template, or a name among its arguments. */
function readTemplateName(node: SyntaxNode, template: SyntaxNode): UsedName {
  const outer = template.parent;
  const isNamed = isInField(node, "name") && outer?.type === "qualified_identifier";
  const path = isInField(template, "name") ? field(outer, "scope") : outer && outerScope(outer);
  return qualified(node, isNamed ? path ?? undefined : undefined);
}

function qualified(node: SyntaxNode, path: SyntaxNode | undefined): UsedName {
  return path === undefined ? cUseOf(node) : { ...cUseOf(node, path), isQualified: true };
}

/** Returns the object of `object.template name<T>`. */
function fieldArgument(inner: SyntaxNode): SyntaxNode | undefined {
  let around = inner;
  while (around.parent !== null && WRAPPERS.has(around.parent.type)) around = around.parent;
  return around.parent?.type === "field_expression" ? field(around.parent, "argument") : undefined;
}

/**
 * Returns the qualifier before the first name of a path in a path: `a` for the `b` of `a::b::c`.
 */
function outerScope(path: SyntaxNode): SyntaxNode | undefined {
  const outer = path.parent;
  return outer?.type === "qualified_identifier" && isInField(path, "name")
    ? field(outer, "scope")
    : undefined;
}

/** Returns the use of a name, with its receiver. */
export function cUseOf(node: SyntaxNode, receiver?: SyntaxNode): UsedName {
  const known = { receiver, possibleKinds: listPossibleKinds(node) };
  let whole = node;
  while (whole.parent !== null && isOutside(whole, whole.parent)) whole = whole.parent;
  const outer = whole.parent;
  if (outer?.type === "call_expression" && isInField(whole, "function")) {
    return used("call", { ...known, arguments: countArguments(outer) });
  }
  if (outer?.type === "macro_type_specifier") return used("call", known);
  if (outer?.type === "field_initializer" && isFirstChild(whole)) {
    return used("new", { ...known, arguments: outer.lastNamedChild?.namedChildCount ?? 0 });
  }
  if (outer?.type === "new_expression" && isInField(whole, "type")) {
    return used("new", { ...known, arguments: countArguments(outer) });
  }
  const argumentCount = node.type === "type_identifier" ? countConstructing(whole) : undefined;
  return used(argumentCount === undefined ? "use" : "new", { ...known, arguments: argumentCount });
}

/**
 * Returns the kinds that a name can refer to by its context: within a type its name would mean the
 * constructor.
 */
function listPossibleKinds({ type, parent }: SyntaxNode): UsedName["possibleKinds"] {
  if (type === "namespace_identifier") return ["module", "type"];
  if (type === "type_identifier") return ["type", "value"];
  return parent?.type === "field_initializer" ? ["value", "type"] : undefined;
}

/**
 * Returns the number of arguments with which a declaration constructs a value of a type: `Box a;`,
 * `Box a(1)`, `Box a{1}`.
 */
function countConstructing(type: SyntaxNode): number | undefined {
  const declaration = type.parent;
  if (declaration === null || !isInField(type, "type")) return undefined;
  if (declaration.type === "compound_literal_expression") {
    return field(declaration, "value")?.namedChildCount;
  }
  if (declaration.type !== "declaration") return undefined;
  const declarator = field(declaration, "declarator");
  if (declarator?.type === "identifier") return 0;
  if (declarator?.type === "function_declarator") {
    return isInField(declaration, "body") ||
        findAncestor(declaration, "compound_statement") === undefined
      ? undefined
      : field(declarator, "parameters")?.namedChildCount;
  }
  const value = declarator?.type === "init_declarator" ? field(declarator, "value") : undefined;
  const isPlain = field(declarator, "declarator")?.type === "identifier";
  const isList = value?.type === "argument_list" || value?.type === "initializer_list";
  return isPlain && isList ? value?.namedChildCount : undefined;
}

/** Returns true when a node wraps a name: `a::name<T>`, `(*name)`, `object->name`. */
function isOutside(inner: SyntaxNode, outer: SyntaxNode): boolean {
  if (outer.type === "field_expression") return isInField(inner, "field");
  if (outer.type === "qualified_identifier") return isInField(inner, "name");
  if (outer.type.startsWith("template_") && outer.type !== "template_argument_list") {
    return isInField(inner, "name");
  }
  return WRAPPERS.has(outer.type);
}

function countArguments(call: SyntaxNode): number {
  return argumentsIn(field(call, "arguments")).length;
}
