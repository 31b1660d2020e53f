import type { DeclaredName, NameUse, UsedName } from "../reference_rules.ts";
import {
  childOfType,
  childrenOfType,
  field,
  findAround,
  hasChild,
  isField,
  isFirstChild,
  isSameNode,
  rootOf,
  type SyntaxNode,
} from "../syntax_node.ts";
import { commentedType } from "./php_types.ts";
import { declared, IMPORTED, type NameReader, setOf, tableOf, used } from "./tables.ts";

/** Types of the nodes that declare types of PHP. */
export const PHP_TYPES: ReadonlySet<string> = setOf(
  "class_declaration interface_declaration trait_declaration enum_declaration",
);
const CLASSES = new Set([...PHP_TYPES, "anonymous_class"]);
const FUNCTIONS = setOf(
  "function_definition method_declaration anonymous_function anonymous_function_creation_expression",
);
const PARAMETER_SCOPES = new Set([...FUNCTIONS, "arrow_function"]);
const LOOPS = setOf("foreach_statement");
const OWN_TYPE_REGEXP = /^\??(?:self|static)$/;
/** What may stand before the name of a method in a list of both. */
const OBJECTS = setOf("variable_name class_constant_access_expression member_access_expression");
/** Functions of PHP that take the names of functions. */
const CALLING = setOf(
  "call_user_func call_user_func_array is_callable function_exists preg_replace_callback " +
    "register_shutdown_function spl_autoload_register iterator_apply ob_start forward_static_call add_action " +
    "add_filter",
);
/** More of them: `array_map`, `set_error_handler`. */
const CALLING_REGEXP = /^(?:array_\w+|u[ak]?sort|set_\w+_handler)$/;
const FUNCTION = ["function"] as const;
const TYPE = ["type"] as const;

/** Names in the field `name`, by what that is of. */
const NAMED = tableOf<NameReader>({
  "class_declaration interface_declaration trait_declaration enum_declaration": (node) =>
    declared("type", { scope: rootOf(node) }),
  "function_definition": (node, parent) => declareFunction(parent, { scope: rootOf(node) }),
  "method_declaration": declareMethod,
  // A case of an enum is one of it.
  "enum_case": (node) =>
    declared("value", {
      owner: phpOwnerAt(node),
      value: field(findAround(node, PHP_TYPES), "name"),
    }),
  "member_access_expression nullsafe_member_access_expression": (node, parent) =>
    useOf(node, field(parent, "object")),
  "member_call_expression nullsafe_member_call_expression": (node, parent) =>
    useOf(node, field(parent, "object")),
  "scoped_call_expression": (node, parent) => useOf(node, field(parent, "scope")),
  "argument": () => undefined,
});

/** Other names, by what they stand in. */
const NAMES = tableOf<NameReader>({
  "variable_name": readProperty,
  "namespace_use_clause": () => IMPORTED,
  "const_element": (node, parent) => {
    if (!isFirstChild(node)) return readOther(node);
    const owner = phpOwnerAt(node);
    const scope = owner === undefined ? rootOf(node) : undefined;
    return declared("value", { scope, owner, value: parent.lastNamedChild ?? undefined });
  },
  "class_constant_access_expression": (node, { firstNamedChild, lastNamedChild }) => {
    if (!isSameNode(lastNamedChild, node)) return readOther(node);
    return node.text === "class" ? undefined : useOf(node, firstNamedChild ?? undefined);
  },
  "qualified_name": readQualified,
  "namespace_name": (_node, parent) => readNamespacePart(parent),
  "use_as_clause use_instead_of_clause": (node, parent) => useOf(node, parent),
});

/** Returns what a name of PHP does. */
export function readPhpName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  if (node.type === "string_content") return readString(node, parent);
  if (node.type === "variable_name") return readVariable(node, parent);
  const read = (isField(node, "name") ? NAMED.get(parent.type) : undefined) ??
    NAMES.get(parent.type);
  return read === undefined ? readOther(node) : read(node, parent);
}

function readOther(node: SyntaxNode): NameUse | undefined {
  return OWN_TYPE_REGEXP.test(node.text) ? undefined : useOf(node);
}

/** Reads the last name of a path. */
function readQualified(node: SyntaxNode, path: SyntaxNode): NameUse | undefined {
  if (path.parent?.type === "namespace_use_clause") return IMPORTED;
  const prefix = childOfType(path, "namespace_name");
  return useOf(node, prefix ?? path.children[0]);
}

function readNamespacePart(path: SyntaxNode): NameUse | undefined {
  const isFirst = path.namedChildCount === 1;
  const isImport = path.parent?.parent?.type.startsWith("namespace_use_") === true ||
    path.parent?.type.startsWith("namespace_") === true;
  return isFirst && !isImport ? used("use", { means: ["module", "type"] }) : undefined;
}

/** How a name is used, and what it means, by what it stands in. */
const USES = tableOf<UsedName>({
  "function_call_expression": used("call", { means: FUNCTION }),
  "member_access_expression nullsafe_member_access_expression": used("use", { means: ["value"] }),
  "object_creation_expression": used("new", { means: TYPE }),
  "attribute": used("decorator", { means: TYPE }),
  "named_type base_clause class_interface_clause use_declaration": used("use", { means: TYPE }),
  // What is called is read before.
  "member_call_expression nullsafe_member_call_expression": used("use", { means: TYPE }),
  "scoped_call_expression": used("use", { means: TYPE }),
});

function useOf(node: SyntaxNode, receiver?: SyntaxNode): UsedName {
  const whole = node.parent?.type === "qualified_name" ? node.parent : node;
  const type = whole.parent?.type ?? "";
  const use = type.endsWith("_call_expression") && isField(whole, "name")
    ? used("call", { means: FUNCTION })
    : USES.get(type) ?? used("use");
  return { ...use, receiver };
}

/** Reads the name of a property where it stands with a `$`: declared, promoted, or static. */
function readProperty(node: SyntaxNode, variable: SyntaxNode): NameUse | undefined {
  const outer = variable.parent;
  if (outer === null || !isField(variable, "name")) return undefined;
  const owner = phpOwnerAt(node);
  switch (outer.type) {
    case "property_element": {
      const value = field(outer, "default_value");
      return declared("value", { owner, ...typeOf(outer.parent ?? outer, "var", { value }) });
    }
    case "property_promotion_parameter":
      return declared("value", { owner, ...parameterType(outer, variable) });
    case "scoped_property_access_expression":
      return used("use", { receiver: field(outer, "scope") });
  }
  return undefined;
}

/** Variables that are declared, by what they stand in. */
const VARIABLES = tableOf<
  (node: SyntaxNode, parent: SyntaxNode, scope: SyntaxNode) => NameUse | undefined
>({
  "simple_parameter variadic_parameter property_promotion_parameter": (node, parent, scope) =>
    declared("value", {
      scope: findAround(node, PARAMETER_SCOPES) ?? scope,
      ...parameterType(parent, node),
    }),
  "assignment_expression": (node, parent, scope) =>
    isField(node, "left")
      ? declared("value", {
        scope,
        knownFrom: parent.endIndex,
        ...typeOf(parent.parent ?? parent, "var", { value: field(parent, "right") }),
      })
      : used("use"),
  "catch_clause": (_node, parent, scope) =>
    declared("value", { scope, type: field(parent, "type") }),
  "foreach_statement": (node, parent, scope) => readLoopVariable(node, parent, scope),
  "pair by_ref": (node, _parent, scope) => readLoopVariable(node, findAround(node, LOOPS), scope),
  "static_variable_declaration": (_node, parent, scope) =>
    declared("value", { scope, value: field(parent, "value") }),
  "list_literal global_declaration": (_node, _parent, scope) => declared("value", { scope }),
  "property_element scoped_property_access_expression": () => undefined,
});

function readVariable(node: SyntaxNode, parent: SyntaxNode): NameUse | undefined {
  if (node.text === "$this") return undefined;
  const read = VARIABLES.get(parent.type);
  if (read === undefined) return used("use");
  return read(node, parent, findAround(node, FUNCTIONS) ?? rootOf(node));
}

function readLoopVariable(
  node: SyntaxNode,
  loop: SyntaxNode | undefined,
  scope: SyntaxNode,
): NameUse {
  const [value, target] = loop?.namedChildren ?? [];
  if (value === undefined || isInside(node, value)) return used("use");
  if (target === undefined || !isInside(node, target)) return used("use");
  const isKey = target.type === "pair" && isSameNode(target.firstNamedChild, node);
  return declared("value", isKey ? { scope } : { scope, value, isElement: true });
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
  // What it returns is known where it returns one thing only.
  const returns = childrenOfType(field(node, "body"), "return_statement");
  const value = returns.length === 1 ? returns[0]!.firstNamedChild ?? undefined : undefined;
  return declared("function", { ...place, ...typeOf(node, "return", { value }) });
}

function declareMethod(node: SyntaxNode, method: SyntaxNode): DeclaredName {
  const isInTrait = findAround(node, CLASSES)?.type === "trait_declaration";
  return {
    ...declareFunction(method, { owner: phpOwnerAt(node) }),
    isForward: field(method, "body") === undefined,
    isPrivate: !isInTrait && hasChild(method, "visibility_modifier", "private"),
  };
}

/** Reads a string that names a function or a method. */
function readString(node: SyntaxNode, string: SyntaxNode): NameUse | undefined {
  const outer = string.parent;
  if (outer?.type === "array_element_initializer") {
    const [object, method] = outer.parent?.namedChildren ?? [];
    const receiver = object?.firstNamedChild;
    const isMethod = isSameNode(method, outer) && receiver && OBJECTS.has(receiver.type);
    return isMethod ? used("use", { receiver }) : undefined;
  }
  if (outer?.type !== "argument") return undefined;
  const call = outer.parent?.parent;
  const called = call?.type === "function_call_expression"
    ? field(call, "function")?.text ?? ""
    : "";
  if (called === "define" && isFirstChild(outer)) {
    return declared("value", { scope: rootOf(node) });
  }
  const name = called.replace(/^\\/, "");
  const isCalling = CALLING.has(name) || CALLING_REGEXP.test(name);
  return isCalling ? used("use", { means: FUNCTION }) : undefined;
}

/** Returns the name of the type around a node. */
export function phpOwnerAt(node: SyntaxNode): string | undefined {
  return field(findAround(node, CLASSES), "name")?.text;
}
