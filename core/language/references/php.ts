import type {
  DeclaredName,
  ImportedBinding,
  NameUse,
  ReferenceRules,
  UsedName,
} from "../reference_rules.ts";
import {
  childOfType,
  childrenOfType,
  field,
  findAncestor,
  hasChild,
  isFirstChild,
  isInField,
  isSameNode,
  rootOf,
  type SyntaxNode,
} from "../syntax_node.ts";
import { CLASSES, commentedType, PHP_TYPES, TYPES } from "./php_types.ts";
import { createNameReader, declared, IMPORTED, toTable, toWordSet, used } from "./tables.ts";

const { ownerAt } = PHP_TYPES;

const FUNCTIONS = toWordSet(
  "function_definition method_declaration anonymous_function anonymous_function_creation_expression",
);
const PARAMETER_SCOPES = new Set([...FUNCTIONS, "arrow_function"]);
const SELF_TYPE_REGEXP = /^\??(?:self|static)$/;
/** Objects before the name of a method in an array of both. */
const OBJECTS = toWordSet(
  "variable_name class_constant_access_expression member_access_expression",
);
/** Functions that accept names of functions. */
const TAKING_CALLBACKS = toWordSet(
  "call_user_func call_user_func_array is_callable function_exists preg_replace_callback " +
    "register_shutdown_function spl_autoload_register iterator_apply ob_start forward_static_call add_action " +
    "add_filter",
);
/** More such functions: `array_map`, `set_error_handler`. */
const TAKING_CALLBACKS_REGEXP = /^(?:array_\w+|u[ak]?sort|set_\w+_handler)$/;
const FUNCTION = ["function"] as const;
const TYPE = ["type"] as const;

const readNameByParent = createNameReader({
  useOf,
  ownerAt,
  rows: {
    "class_declaration.name interface_declaration.name trait_declaration.name": "type scope=root",
    "enum_declaration.name": "type scope=root",
    "function_definition.name": (_name, node) => declareFunction(node, { scope: rootOf(node) }),
    "method_declaration.name": declareMethod,
    // A case of an enum has the type of the enum.
    "enum_case.name": (name) =>
      declared("value", { owner: ownerAt(name), value: field(findAncestor(name, TYPES), "name") }),
    "member_access_expression.name nullsafe_member_access_expression.name": "use object",
    "member_call_expression.name nullsafe_member_call_expression.name": "use object",
    "scoped_call_expression.name": "use scope",
    "argument.name": "none",
    "variable_name": readProperty,
    "namespace_use_clause": "imported",
    "const_element": (name, node) => {
      if (!isFirstChild(name)) return undefined;
      const owner = ownerAt(name);
      const scope = owner === undefined ? rootOf(name) : undefined;
      return declared("value", { scope, owner, value: node.lastNamedChild ?? undefined });
    },
    "class_constant_access_expression": (name, { firstNamedChild, lastNamedChild }) => {
      if (!isSameNode(lastNamedChild, name)) return undefined;
      return name.text === "class" ? null : useOf(name, firstNamedChild ?? undefined);
    },
    "qualified_name": readQualified,
    "namespace_name": readNamespacePart,
    "use_as_clause use_instead_of_clause": "use it",
  },
  otherwise: (name) => SELF_TYPE_REGEXP.test(name.text) ? undefined : useOf(name),
});

/** Rules for the names of PHP; those of variables have a `$`. */
export default {
  ...PHP_TYPES,
  names: "name variable_name string_content",
  sigil: "$",
  constructorName: "__construct",
  readName(node) {
    if (node.type === "string_content") return readString(node, node.parent!);
    if (node.type !== "variable_name") return readNameByParent(node);
    return node.text === "$this" ? undefined : readVariable(node);
  },
  readImports(root) {
    const spaces = childrenOfType(root, "namespace_definition")
      .flatMap((node) => field(node, "body") ?? []);
    return [root, ...spaces].flatMap((node) => childrenOfType(node, "namespace_use_declaration"))
      .flatMap(readUse).concat([GLOBAL_NAMESPACE]);
  },
  packageOf(root) {
    for (let at = 0; at < root.namedChildCount; at++) {
      const node = root.namedChild(at)!;
      if (node.type === "namespace_definition") {
        return field(node, "name")?.text.replaceAll("\\", ".") ?? "";
      }
      if (TYPES.has(node.type)) return "";
    }
    return "";
  },
  undeclaredIsForeign: true,
  modules: "autoload",
  implicitVisibility: "package",
} satisfies ReferenceRules;

function readQualified(node: SyntaxNode, path: SyntaxNode): NameUse | undefined {
  if (path.parent?.type === "namespace_use_clause") return IMPORTED;
  const prefix = childOfType(path, "namespace_name");
  return useOf(node, prefix ?? path.children[0]);
}

function readNamespacePart(_name: SyntaxNode, path: SyntaxNode): NameUse | null {
  const isFirst = path.namedChildCount === 1;
  const isImport = path.parent?.parent?.type.startsWith("namespace_use_") === true ||
    path.parent?.type.startsWith("namespace_") === true;
  return isFirst && !isImport ? used("use", { possibleKinds: ["module", "type"] }) : null;
}

/** Uses of a name, with the kinds that it can refer to, by the node around it. */
const USES = toTable<UsedName>({
  "function_call_expression": used("call", { possibleKinds: FUNCTION }),
  "member_access_expression nullsafe_member_access_expression": used("use", {
    possibleKinds: ["value"],
  }),
  "object_creation_expression": used("new", { possibleKinds: TYPE }),
  "attribute": used("decorator", { possibleKinds: TYPE }),
  "named_type base_clause class_interface_clause use_declaration": used("use", {
    possibleKinds: TYPE,
  }),
  // The name of a called member is read before.
  "member_call_expression nullsafe_member_call_expression": used("use", { possibleKinds: TYPE }),
  "scoped_call_expression": used("use", { possibleKinds: TYPE }),
});

function useOf(node: SyntaxNode, receiver?: SyntaxNode): UsedName {
  const whole = node.parent?.type === "qualified_name" ? node.parent : node;
  const type = whole.parent?.type ?? "";
  const use = type.endsWith("_call_expression") && isInField(whole, "name")
    ? used("call", { possibleKinds: FUNCTION })
    : USES.get(type) ?? used("use");
  return { ...use, receiver };
}

/** Reads the name of a property with a `$`: declared, promoted, or static. */
function readProperty(node: SyntaxNode, variable: SyntaxNode): NameUse | null {
  const outer = variable.parent;
  if (outer === null || !isInField(variable, "name")) return null;
  const owner = ownerAt(node);
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
  return null;
}

const readVariable = createNameReader({
  useOf: () => used("use"),
  ownerAt,
  rows: {
    "simple_parameter variadic_parameter property_promotion_parameter": (name, node) =>
      declared("value", {
        scope: findAncestor(name, PARAMETER_SCOPES) ?? scopeOf(name),
        ...parameterType(node, name),
      }),
    "assignment_expression.left": (name, node) =>
      declared("value", {
        scope: scopeOf(name),
        visibleFrom: node.endIndex,
        ...typeOf(node.parent ?? node, "var", { value: field(node, "right") }),
      }),
    "catch_clause": (name, node) =>
      declared("value", { scope: scopeOf(name), type: field(node, "type") }),
    "foreach_statement": readLoopVariable,
    "pair by_ref": (name) => readLoopVariable(name, findAncestor(name, "foreach_statement")),
    "static_variable_declaration": (name, node) =>
      declared("value", { scope: scopeOf(name), value: field(node, "value") }),
    "list_literal global_declaration": (name) => declared("value", { scope: scopeOf(name) }),
    "property_element scoped_property_access_expression": "none",
  },
});

function scopeOf(node: SyntaxNode): SyntaxNode {
  return findAncestor(node, FUNCTIONS) ?? rootOf(node);
}

function readLoopVariable(node: SyntaxNode, loop: SyntaxNode | undefined): NameUse {
  const [value, target] = loop?.namedChildren ?? [];
  if (value === undefined || isInside(node, value)) return used("use");
  if (target === undefined || !isInside(node, target)) return used("use");
  const isKey = target.type === "pair" && isSameNode(target.firstNamedChild, node);
  const scope = scopeOf(node);
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
  if (type !== undefined && !isList(type)) return typeOrSelf(type);
  const owner = parameter.parent?.parent;
  const commented = owner && commentedType(owner, "param", variable.text);
  return { type: commented ?? type };
}

/** Returns the written type of a declaration, or the type in a comment, or else its value. */
function typeOf(
  declaration: SyntaxNode,
  tag: "return" | "var",
  { value }: Pick<DeclaredName, "value">,
): Pick<DeclaredName, "type" | "value"> {
  const type = field(declaration, tag === "var" ? "type" : "return_type");
  if (type !== undefined && !isList(type)) return typeOrSelf(type);
  const commented = commentedType(declaration, tag);
  if (commented !== undefined && !/^(?:\$this|self|static)$/.test(commented.text)) {
    return { type: commented };
  }
  return value === undefined || type !== undefined ? { type } : { value };
}

function isList(type: SyntaxNode): boolean {
  return type.type === "primitive_type" && /^(?:array|iterable)$/.test(type.text);
}

/** Returns a type; `self` and `static` as an expression, as they are not names. */
function typeOrSelf(type: SyntaxNode): Pick<DeclaredName, "type" | "value"> {
  return SELF_TYPE_REGEXP.test(type.text) ? { value: type } : { type };
}

function declareFunction(
  node: SyntaxNode,
  place: Pick<DeclaredName, "scope" | "owner">,
): DeclaredName {
  // The result is known when it returns only one thing.
  const returns = childrenOfType(field(node, "body"), "return_statement");
  const value = returns.length === 1 ? returns[0]!.firstNamedChild ?? undefined : undefined;
  return declared("function", { ...place, ...typeOf(node, "return", { value }) });
}

function declareMethod(node: SyntaxNode, method: SyntaxNode): DeclaredName {
  const isInTrait = findAncestor(node, CLASSES)?.type === "trait_declaration";
  return {
    ...declareFunction(method, { owner: ownerAt(node) }),
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
  const isCalling = TAKING_CALLBACKS.has(name) || TAKING_CALLBACKS_REGEXP.test(name);
  return isCalling ? used("use", { possibleKinds: FUNCTION }) : undefined;
}

/**
 * The global namespace, where all names are looked up that are not in the namespace of the file.
 */
const GLOBAL_NAMESPACE: ImportedBinding = { module: "", start: 0 };

function readUse(node: SyntaxNode): readonly ImportedBinding[] {
  const group = field(node, "body");
  const prefix = group && childOfType(node, "namespace_name")?.text;
  return childrenOfType(group ?? node, "namespace_use_clause").map((clause) => {
    const alias = field(clause, "alias");
    const path = clause.namedChildren.find((one) =>
      one.type !== "visibility_modifier" && !isSameNode(alias, one)
    );
    const parts = `${prefix ?? ""}\\${path?.text ?? ""}`.split("\\").filter((part) => part !== "");
    const name = parts.pop() ?? "";
    const module = parts.join(".");
    return { module, name, local: alias?.text ?? name, start: clause.startIndex };
  });
}
