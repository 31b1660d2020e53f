import { type UsedName } from "../reference_rules.ts";
import { field, findAround, isField, type SyntaxNode } from "../syntax_node.ts";

const CASTS = new Set(["static_cast", "const_cast", "dynamic_cast", "reinterpret_cast"]);
const BLOCK = new Set(["compound_statement"]);
const WRAPPERS = new Set([
  "parenthesized_expression",
  "pointer_expression",
  "qualified_identifier",
  "template_function",
  "template_type",
  "template_method",
  "dependent_name",
]);

/** Returns what a name of C or C++ does that declares nothing. */
export function readCUse(node: SyntaxNode, parent: SyntaxNode): UsedName | undefined {
  switch (parent.type) {
    case "field_expression":
      return isField(node, "field") ? cUseOf(node, field(parent, "argument")) : cUseOf(node);
    case "template_method":
    case "dependent_name":
      return cUseOf(node, fieldArgument(parent));
    case "qualified_identifier":
      return qualified(node, isField(node, "name") ? field(parent, "scope") : outerScope(parent));
    case "template_function":
      if (CASTS.has(node.text) && isField(node, "name")) return undefined;
      return qualified(node, isField(node, "name") ? outerScopeOfName(parent) : undefined);
    case "template_type":
      return qualified(node, isField(node, "name") ? outerScopeOfName(parent) : undefined);
    case "field_designator":
      return cUseOf(node, parent.parent?.parent ?? undefined);
    case "offsetof_expression":
      return cUseOf(node, isField(node, "member") ? field(parent, "type") : undefined);
    case "field_initializer":
      return cUseOf(node);
    case "attribute":
      return undefined;
  }
  return cUseOf(node);
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

/** Returns what stands before the first name of a path in a path: `a` for the `b` of `a::b::c`. */
function outerScope(path: SyntaxNode): SyntaxNode | undefined {
  const outer = path.parent;
  return outer?.type === "qualified_identifier" && isField(path, "name")
    ? field(outer, "scope")
    : undefined;
}

function outerScopeOfName(template: SyntaxNode): SyntaxNode | undefined {
  const outer = template.parent;
  if (outer?.type !== "qualified_identifier") return undefined;
  return isField(template, "name") ? field(outer, "scope") : outerScope(outer);
}

/** Returns the use of a name, with what it is a member of. */
export function cUseOf(node: SyntaxNode, receiver?: SyntaxNode): UsedName {
  const used: Omit<UsedName, "how"> = {
    is: "used",
    ...(receiver === undefined ? {} : { receiver }),
    ...meaningsOf(node),
  };
  let whole = node;
  while (whole.parent !== null && isOutside(whole, whole.parent)) whole = whole.parent;
  const outer = whole.parent;
  if (outer?.type === "call_expression" && isField(whole, "function")) {
    return { ...used, how: "call", arguments: countArguments(outer) };
  }
  if (outer?.type === "macro_type_specifier") return { ...used, how: "call" };
  if (outer?.type === "field_initializer" && outer.firstNamedChild?.id === whole.id) {
    return { ...used, how: "new", arguments: outer.lastNamedChild?.namedChildCount ?? 0 };
  }
  if (outer?.type === "new_expression" && isField(whole, "type")) {
    return { ...used, how: "new", arguments: countArguments(outer) };
  }
  const given = node.type === "type_identifier" ? countConstructing(whole) : undefined;
  return given === undefined ? { ...used, how: "use" } : { ...used, how: "new", arguments: given };
}

/** Returns what a name can only mean where it stands: within a type its name would mean the constructor. */
function meaningsOf(node: SyntaxNode): Pick<UsedName, "means"> {
  if (node.type === "namespace_identifier") return { means: ["module", "type"] };
  if (node.type === "type_identifier") return { means: ["type", "value"] };
  return node.parent?.type === "field_initializer" ? { means: ["value", "type"] } : {};
}

/** Returns how many arguments a declaration makes a value of a type with: `Box a;`, `Box a(1)`, `Box a{1}`. */
function countConstructing(type: SyntaxNode): number | undefined {
  const declaration = type.parent;
  if (declaration === null || !isField(type, "type")) return undefined;
  if (declaration.type === "compound_literal_expression") {
    return field(declaration, "value")?.namedChildCount;
  }
  if (declaration.type !== "declaration") return undefined;
  const declarator = field(declaration, "declarator");
  if (declarator?.type === "identifier") return 0;
  if (declarator?.type === "function_declarator") {
    return isField(declaration, "body") || findAround(declaration, BLOCK) === undefined
      ? undefined
      : field(declarator, "parameters")?.namedChildCount;
  }
  const value = declarator?.type === "init_declarator" ? field(declarator, "value") : undefined;
  const isPlain = field(declarator, "declarator")?.type === "identifier";
  const isList = value?.type === "argument_list" || value?.type === "initializer_list";
  return isPlain && isList ? value?.namedChildCount : undefined;
}

/** Returns whether a node has a name as what it is about: `a::name<T>`, `(*name)`, `object->name`. */
function isOutside(inner: SyntaxNode, outer: SyntaxNode): boolean {
  if (outer.type === "field_expression") return isField(inner, "field");
  if (outer.type === "qualified_identifier") return isField(inner, "name");
  if (outer.type.startsWith("template_") && outer.type !== "template_argument_list") {
    return isField(inner, "name");
  }
  return WRAPPERS.has(outer.type);
}

function countArguments(call: SyntaxNode): number {
  const listed = field(call, "arguments")?.namedChildren ?? [];
  return listed.filter(({ type }) => type !== "comment").length;
}
