import { type DeclaredName, type NameUse, type UsedName } from "../reference_rules.ts";
import { field, findAround, isField, isSameNode, rootOf, type SyntaxNode } from "../syntax_node.ts";
import { commentedType } from "./php_types.ts";

/** Types of the nodes that declare types of PHP. */
export const PHP_TYPES: ReadonlySet<string> = new Set([
  "class_declaration",
  "interface_declaration",
  "trait_declaration",
  "enum_declaration",
]);
const CLASSES = new Set([...PHP_TYPES, "anonymous_class"]);
const FUNCTIONS = new Set([
  "function_definition",
  "method_declaration",
  "anonymous_function",
  "anonymous_function_creation_expression",
]);
const PARAMETER_SCOPES = new Set([...FUNCTIONS, "arrow_function"]);
const PARAMETERS = new Set([
  "simple_parameter",
  "variadic_parameter",
  "property_promotion_parameter",
]);
const MEMBER_USES = new Set([
  "member_access_expression",
  "nullsafe_member_access_expression",
  "member_call_expression",
  "nullsafe_member_call_expression",
]);
const OWN_TYPE_REGEXP = /^\??(?:self|static)$/;
/** What may stand before the name of a method in a list of both. */
const OBJECT_REGEXP =
  /^(?:variable_name|class_constant_access_expression|member_access_expression)$/;
/** Functions of PHP that take the names of functions. */
const CALLING_REGEXP =
  /^(?:array_\w+|u[ak]?sort|call_user_func(?:_array)?|is_callable|function_exists|preg_replace_callback|register_shutdown_function|spl_autoload_register|iterator_apply|ob_start|set_\w+_handler|forward_static_call|add_(?:action|filter))$/;

/** Returns what a name of PHP does. */
export function readPhpName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  if (node.type === "string_content") return readString(node, parent);
  if (node.type === "variable_name") return readVariable(node, parent);
  const { type } = parent;
  if (type === "variable_name") return readProperty(node, parent);
  if (type === "namespace_use_clause") return { is: "imported" };
  if (isField(node, "name")) {
    if (PHP_TYPES.has(type)) return { is: "declared", kind: "type", scope: rootOf(node) };
    if (type === "function_definition") return declareFunction(parent, { scope: rootOf(node) });
    if (type === "method_declaration") return declareMethod(parent, node);
    if (type === "enum_case") {
      return { is: "declared", kind: "value", owner: phpOwnerAt(node), value: relativeTo(node) };
    }
    if (MEMBER_USES.has(type)) return useOf(node, field(parent, "object"));
    if (type === "scoped_call_expression") return useOf(node, field(parent, "scope"));
    if (type === "argument") return undefined;
  }
  if (type === "const_element" && isSameNode(parent.firstNamedChild, node)) {
    const owner = phpOwnerAt(node);
    const value = parent.lastNamedChild ?? undefined;
    return owner === undefined
      ? { is: "declared", kind: "value", scope: rootOf(node), value }
      : { is: "declared", kind: "value", owner, value };
  }
  if (type === "class_constant_access_expression" && isSameNode(parent.lastNamedChild, node)) {
    return node.text === "class" ? undefined : useOf(node, parent.firstNamedChild ?? undefined);
  }
  if (type === "qualified_name") return readQualified(node, parent);
  if (type === "namespace_name") return readNamespacePart(parent);
  if (type === "use_as_clause" || type === "use_instead_of_clause") return useOf(node, parent);
  return OWN_TYPE_REGEXP.test(node.text) ? undefined : useOf(node);
}

/** Reads the last name of a path. */
function readQualified(node: SyntaxNode, path: SyntaxNode): NameUse | undefined {
  if (path.parent?.type === "namespace_use_clause") return { is: "imported" };
  const prefix = path.namedChildren.find(({ type }) => type === "namespace_name");
  return useOf(node, prefix ?? path.children[0]);
}

function readNamespacePart(path: SyntaxNode): NameUse | undefined {
  const isFirst = path.namedChildCount === 1;
  const isImport = path.parent?.parent?.type.startsWith("namespace_use_") === true ||
    path.parent?.type.startsWith("namespace_") === true;
  return isFirst && !isImport ? { is: "used", how: "use", means: ["module", "type"] } : undefined;
}

function useOf(node: SyntaxNode, receiver?: SyntaxNode): UsedName {
  const used = { is: "used", ...(receiver === undefined ? {} : { receiver }) } as const;
  const whole = node.parent?.type === "qualified_name" ? node.parent : node;
  const outer = whole.parent;
  switch (outer?.type) {
    case "function_call_expression":
      return { ...used, how: "call", means: ["function"] };
    case "member_call_expression":
    case "nullsafe_member_call_expression":
    case "scoped_call_expression":
      return isField(whole, "name")
        ? { ...used, how: "call", means: ["function"] }
        : { ...used, how: "use", means: ["type"] };
    case "member_access_expression":
    case "nullsafe_member_access_expression":
      return { ...used, how: "use", means: ["value"] };
    case "object_creation_expression":
      return { ...used, how: "new", means: ["type"] };
    case "attribute":
      return { ...used, how: "decorator", means: ["type"] };
    case "named_type":
    case "base_clause":
    case "class_interface_clause":
    case "use_declaration":
      return { ...used, how: "use", means: ["type"] };
  }
  return { ...used, how: "use" };
}

/** Reads the name of a property where it stands with a `$`: declared, promoted, or static. */
function readProperty(node: SyntaxNode, variable: SyntaxNode): NameUse | undefined {
  const outer = variable.parent;
  if (outer === null || !isField(variable, "name")) return undefined;
  const { type } = outer;
  if (type === "property_element") {
    const owner = phpOwnerAt(node);
    const declaration = outer.parent ?? outer;
    const value = field(outer, "default_value");
    return { is: "declared", kind: "value", owner, ...typeOf(declaration, "var", { value }) };
  }
  if (type === "property_promotion_parameter") {
    return {
      is: "declared",
      kind: "value",
      owner: phpOwnerAt(node),
      ...parameterType(outer, variable),
    };
  }
  return type === "scoped_property_access_expression"
    ? { is: "used", how: "use", receiver: field(outer, "scope") }
    : undefined;
}

function readVariable(node: SyntaxNode, parent: SyntaxNode): NameUse | undefined {
  if (node.text === "$this") return undefined;
  const { type } = parent;
  const scope = findAround(node, FUNCTIONS) ?? rootOf(node);
  const declared = { is: "declared", kind: "value", scope } as const;
  if (PARAMETERS.has(type)) {
    const own = findAround(node, PARAMETER_SCOPES) ?? scope;
    return { ...declared, scope: own, ...parameterType(parent, node) };
  }
  if (type === "assignment_expression" && isField(node, "left")) {
    const statement = parent.parent ?? parent;
    const given = typeOf(statement, "var", { value: field(parent, "right") });
    return { ...declared, knownFrom: parent.endIndex, ...given };
  }
  if (type === "catch_clause") return { ...declared, type: field(parent, "type") };
  if (type === "foreach_statement" || type === "pair" || type === "by_ref") {
    const loop = type === "foreach_statement"
      ? parent
      : findAround(node, new Set(["foreach_statement"]));
    if (loop !== undefined) return readLoopVariable(node, loop, declared);
  }
  if (type === "static_variable_declaration") return { ...declared, value: field(parent, "value") };
  if (type === "list_literal" || type === "global_declaration") return declared;
  if (type === "property_element" || type === "scoped_property_access_expression") return undefined;
  return { is: "used", how: "use" };
}

function readLoopVariable(
  node: SyntaxNode,
  loop: SyntaxNode,
  declared: DeclaredName,
): NameUse {
  const [list, target] = loop.namedChildren;
  if (list === undefined || target === undefined || isInside(node, list)) {
    return { is: "used", how: "use" };
  }
  if (!isInside(node, target)) return { is: "used", how: "use" };
  const isKey = target.type === "pair" && isSameNode(target.firstNamedChild, node);
  return isKey ? declared : { ...declared, value: list, isElement: true };
}

function isInside(node: SyntaxNode, outer: SyntaxNode): boolean {
  return outer.startIndex <= node.startIndex && node.endIndex <= outer.endIndex;
}

function parameterType(
  parameter: SyntaxNode,
  variable: SyntaxNode,
): Pick<DeclaredName, "type" | "value"> {
  const type = field(parameter, "type");
  if (type !== undefined && !isList(type)) return ownOr(type);
  const owner = parameter.parent?.parent;
  const commented = owner && commentedType(owner, "param", variable.text);
  return { type: commented ?? type };
}

/** Returns the written type of a declaration, or that which a comment gives, or else its value. */
function typeOf(
  declaration: SyntaxNode,
  tag: "return" | "var",
  { value }: Pick<DeclaredName, "value">,
): Pick<DeclaredName, "type" | "value"> {
  const type = field(declaration, tag === "var" ? "type" : "return_type");
  if (type !== undefined && !isList(type)) return ownOr(type);
  const commented = commentedType(declaration, tag);
  if (commented !== undefined && !/^(?:\$this|self|static)$/.test(commented.text)) {
    return { type: commented };
  }
  return value === undefined || type !== undefined ? { type } : { value };
}

function isList(type: SyntaxNode): boolean {
  return type.type === "primitive_type" && /^(?:array|iterable)$/.test(type.text);
}

/** Returns a type; `self` and `static` as an expression, as they are no names. */
function ownOr(type: SyntaxNode): Pick<DeclaredName, "type" | "value"> {
  return OWN_TYPE_REGEXP.test(type.text) ? { value: type } : { type };
}

function declareFunction(
  node: SyntaxNode,
  place: Pick<DeclaredName, "scope" | "owner">,
): DeclaredName {
  return {
    is: "declared",
    kind: "function",
    ...place,
    ...typeOf(node, "return", { value: returned(node) }),
  };
}

function declareMethod(method: SyntaxNode, node: SyntaxNode): DeclaredName {
  const around = findAround(node, CLASSES);
  const isPrivate = around?.type !== "trait_declaration" &&
    method.namedChildren.some(({ type, text }) =>
      type === "visibility_modifier" && text === "private"
    );
  return {
    ...declareFunction(method, { owner: phpOwnerAt(node) }),
    ...(field(method, "body") === undefined ? { isForward: true } : {}),
    ...(isPrivate ? { isPrivate } : {}),
  };
}

/** Returns what a function returns, where it returns one thing only. */
function returned(node: SyntaxNode): SyntaxNode | undefined {
  const listed = field(node, "body")?.namedChildren ?? [];
  const returns = listed.filter(({ type }) => type === "return_statement");
  return returns.length === 1 ? returns[0]!.firstNamedChild ?? undefined : undefined;
}

/** A case of an enum is one of it. */
function relativeTo(node: SyntaxNode): SyntaxNode | undefined {
  const around = findAround(node, PHP_TYPES);
  return around && field(around, "name");
}

/** Reads a string that names a function or a method. */
function readString(node: SyntaxNode, string: SyntaxNode): NameUse | undefined {
  const outer = string.parent;
  if (outer?.type === "array_element_initializer") {
    const [object, method] = outer.parent?.namedChildren ?? [];
    const receiver = object?.firstNamedChild;
    if (!isSameNode(method, outer) || receiver === null || receiver === undefined) return undefined;
    return OBJECT_REGEXP.test(receiver.type) ? { is: "used", how: "use", receiver } : undefined;
  }
  if (outer?.type !== "argument") return undefined;
  const call = outer.parent?.parent;
  const called = call?.type === "function_call_expression"
    ? field(call, "function")?.text ?? ""
    : "";
  if (called === "define" && isSameNode(outer.parent!.firstNamedChild, outer)) {
    return { is: "declared", kind: "value", scope: rootOf(node) };
  }
  return CALLING_REGEXP.test(called.replace(/^\\/, ""))
    ? { is: "used", how: "use", means: ["function"] }
    : undefined;
}

/** Returns the name of the type around a node. */
export function phpOwnerAt(node: SyntaxNode): string | undefined {
  const around = findAround(node, CLASSES);
  return around === undefined ? undefined : field(around, "name")?.text;
}
