import {
  type DeclaredName,
  type NameUse,
  type ReferenceRules,
  type UsedName,
} from "../reference_rules.ts";
import { field, findAround, isField, rootOf, type SyntaxNode } from "../syntax_node.ts";
import { readScriptImports, requiredModule } from "./script_imports.ts";
import { scriptBasesOf, scriptElementType, scriptTypeNames } from "./script_types.ts";
import { readScriptExpression, scriptOwnerAt, setOf, unwrap } from "./script_values.ts";

const FUNCTIONS = setOf(
  "function_declaration generator_function_declaration function_expression generator_function " +
    "arrow_function method_definition function_signature method_signature abstract_method_signature " +
    "call_signature construct_signature function_type constructor_type",
);
const FUNCTION_VALUES = setOf("function_expression generator_function arrow_function");
const BLOCKS = setOf(
  "program statement_block for_statement for_in_statement switch_body catch_clause class_static_block",
);
const TYPE_DECLARATIONS = setOf(
  "class_declaration abstract_class_declaration interface_declaration type_alias_declaration enum_declaration",
);
const MEMBERS = setOf(
  "method_definition method_signature abstract_method_signature public_field_definition field_definition " +
    "property_signature enum_assignment",
);
const PATTERNS = setOf(
  "object_pattern array_pattern pair_pattern rest_pattern assignment_pattern object_assignment_pattern",
);
const IMPORTS = setOf(
  "import_specifier import_clause namespace_import import_require_clause export_specifier namespace_export",
);

const COMMON_EXPORTS_REGEXP = /^(?:module\.exports|exports(?:\.[\w$]+)?|module\.exports\.[\w$]+)$/;

/** How the names of JavaScript, TypeScript and their JSX forms are read. */
export const SCRIPT_REFERENCES: ReferenceRules = {
  names: "identifier type_identifier property_identifier private_property_identifier " +
    "shorthand_property_identifier shorthand_property_identifier_pattern",
  readName,
  readExpression: readScriptExpression,
  typeNames: scriptTypeNames,
  elementType: scriptElementType,
  basesOf: scriptBasesOf,
  ownerAt: scriptOwnerAt,
  readImports: readScriptImports,
  isStrict: true,
  modules: "node",
  shares: "nothing",
};

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  const { type } = parent;
  if (IMPORTS.has(type) || isExported(node)) return { is: "imported" };
  if (isField(node, "name")) {
    if (FUNCTIONS.has(type) && !MEMBERS.has(type)) {
      const isExpression = FUNCTION_VALUES.has(type);
      return declareFunction(parent, isExpression ? parent : blockAround(parent));
    }
    if (TYPE_DECLARATIONS.has(type)) {
      const alias = type === "type_alias_declaration" ? field(parent, "value") : undefined;
      return { is: "declared", kind: "type", scope: blockAround(parent), type: alias };
    }
    if (type === "class") return { is: "declared", kind: "type", scope: parent };
    if (type === "internal_module" || type === "module") {
      return { is: "declared", kind: "module", scope: blockAround(parent) };
    }
    if (type === "type_parameter") {
      return { is: "declared", kind: "value", scope: parent.parent?.parent ?? undefined };
    }
    if (type === "variable_declarator") return declareVariable(parent);
    if (type === "public_field_definition") return declareMember(parent, scriptOwnerAt(node));
  }
  if (MEMBERS.has(type) && (isField(node, "name") || isField(node, "property"))) {
    return declareMember(parent, scriptOwnerAt(node));
  }
  if (type === "enum_body") return { is: "declared", kind: "value", owner: scriptOwnerAt(node) };
  if (type === "pair" && isField(node, "key")) return declareMember(parent, scriptOwnerAt(node));
  if (type === "required_parameter" || type === "optional_parameter") {
    return isField(node, "pattern") ? declareParameter(parent, node) : useOf(node);
  }
  if (type === "arrow_function" && isField(node, "parameter")) {
    return { is: "declared", kind: "value", scope: parent };
  }
  if (type === "formal_parameters") {
    return { is: "declared", kind: "value", scope: parent.parent ?? undefined };
  }
  if (type === "catch_clause" && isField(node, "parameter")) {
    return { is: "declared", kind: "value", scope: parent };
  }
  if (type === "for_in_statement" && isField(node, "left") && field(parent, "kind") !== undefined) {
    return {
      is: "declared",
      kind: "value",
      scope: parent,
      value: field(parent, "right"),
      isElement: true,
    };
  }
  if (isPattern(node)) return readPattern(node);
  if (type === "jsx_attribute") return undefined;
  if (type === "member_expression" && isField(node, "property")) {
    return readAssigned(parent) ?? useOf(node, field(parent, "object"));
  }
  if (type === "nested_type_identifier") {
    return useOf(node, isField(node, "name") ? field(parent, "module") : undefined);
  }
  if (type === "nested_identifier") {
    return useOf(node, isField(node, "property") ? field(parent, "object") : undefined);
  }
  return node.type === "property_identifier" ? undefined : useOf(node);
}

/** Returns whether a name only stands there to be exported: `export default name`, `module.exports = { name }`. */
function isExported(node: SyntaxNode): boolean {
  const parent = node.parent!;
  if (parent.type === "export_statement") return isField(node, "value");
  const isEntry = node.type === "shorthand_property_identifier" ||
    parent.type === "pair" && isField(node, "value");
  const value = isEntry ? parent.type === "pair" ? parent.parent! : parent : node;
  const assignment = value.parent;
  if (assignment?.type !== "assignment_expression" || !isField(value, "right")) return false;
  return COMMON_EXPORTS_REGEXP.test(field(assignment, "left")?.text ?? "");
}

function useOf(node: SyntaxNode, receiver?: SyntaxNode): UsedName {
  const whole = receiver === undefined ? node : node.parent!;
  const used = { is: "used", ...(receiver === undefined ? {} : { receiver }) } as const;
  const outer = whole.parent;
  if (outer === null) return { ...used, how: "use" };
  if (isField(whole, "function") && outer.type === "call_expression") {
    if (outer.parent?.type === "decorator") return { ...used, how: "decorator" };
    return { ...used, how: "call" };
  }
  if (isField(whole, "constructor")) return { ...used, how: "new" };
  if (outer.type === "decorator") return { ...used, how: "decorator" };
  if (outer.type === "jsx_opening_element" || outer.type === "jsx_self_closing_element") {
    return { ...used, how: "call" };
  }
  return { ...used, how: "use" };
}

function declareFunction(node: SyntaxNode, scope: SyntaxNode | undefined): DeclaredName {
  const type = unannotated(field(node, "return_type"));
  return {
    is: "declared",
    kind: "function",
    scope,
    ...(type === undefined ? { value: returned(node) } : { type }),
    isForward: node.type === "function_signature",
  };
}

function declareVariable(node: SyntaxNode): NameUse {
  const value = field(node, "value");
  if (value !== undefined && requiredModule(value) !== undefined) return { is: "imported" };
  const list = node.parent;
  const isVar = list?.type === "variable_declaration";
  const scope = isVar ? findAround(node, FUNCTIONS) ?? rootOf(node) : blockAround(list ?? node);
  const inner = value === undefined ? undefined : unwrap(value);
  if (inner !== undefined && FUNCTION_VALUES.has(inner.type)) return declareFunction(inner, scope);
  const isClass = inner?.type === "class";
  if (list?.parent?.type === "for_in_statement") {
    return {
      is: "declared",
      kind: "value",
      scope,
      value: field(list.parent, "right"),
      isElement: true,
    };
  }
  return {
    is: "declared",
    kind: isClass ? "type" : "value",
    scope,
    type: unannotated(field(node, "type")),
    value,
  };
}

function declareMember(node: SyntaxNode, owner: string | undefined): DeclaredName {
  const value = field(node, "value");
  const inner = value === undefined ? undefined : unwrap(value);
  const isFunction = inner !== undefined && FUNCTION_VALUES.has(inner.type);
  const isMethod = FUNCTIONS.has(node.type) || isFunction;
  if (isMethod) {
    const { type, value: result } = declareFunction(isFunction ? inner : node, undefined);
    const isForward = node.type === "abstract_method_signature";
    return { is: "declared", kind: "function", owner, type, value: result, isForward };
  }
  return { is: "declared", kind: "value", owner, type: unannotated(field(node, "type")), value };
}

function declareParameter(parameter: SyntaxNode, node: SyntaxNode): DeclaredName {
  const isProperty =
    parameter.namedChildren.some(({ type }) =>
      type === "accessibility_modifier" || type === "override_modifier"
    ) || parameter.children.some(({ type }) => type === "readonly");
  return {
    is: "declared",
    kind: "value",
    scope: findAround(parameter, FUNCTIONS),
    ...(isProperty ? { owner: scriptOwnerAt(node) } : {}),
    type: unannotated(field(parameter, "type")),
    value: field(parameter, "value"),
  };
}

/** Returns whether a name stands where a pattern takes a value apart, rather than in a default value. */
function isPattern(node: SyntaxNode): boolean {
  if (node.type === "shorthand_property_identifier_pattern") return true;
  const { type } = node.parent!;
  if (type === "pair_pattern") return true;
  if (type.endsWith("assignment_pattern")) return isField(node, "left");
  return PATTERNS.has(type);
}

function readPattern(node: SyntaxNode): NameUse | undefined {
  let outer = node.parent!;
  while (PATTERNS.has(outer.type)) outer = outer.parent!;
  const isKey = node.parent!.type === "pair_pattern" && isField(node, "key");
  if (outer.type === "variable_declarator") {
    const value = field(outer, "value");
    if (value !== undefined && requiredModule(value) !== undefined) return { is: "imported" };
    if (isKey) return { is: "used", how: "use", receiver: value };
    const scope = outer.parent?.type === "variable_declaration"
      ? findAround(outer, FUNCTIONS) ?? rootOf(outer)
      : blockAround(outer.parent ?? outer);
    return { is: "declared", kind: "value", scope, ...taken(node, value) };
  }
  if (
    outer.type === "required_parameter" || outer.type === "optional_parameter" ||
    FUNCTIONS.has(outer.type)
  ) {
    if (isKey) return undefined;
    const scope = FUNCTIONS.has(outer.type) ? outer : findAround(outer, FUNCTIONS);
    return { is: "declared", kind: "value", scope, ...takenFrom(node) };
  }
  if (outer.type === "for_in_statement") {
    return isKey ? undefined : { is: "declared", kind: "value", scope: outer };
  }
  return isKey ? undefined : useOf(node);
}

/** Returns which member a name in a pattern takes out of what is not known. */
function takenFrom(node: SyntaxNode): Pick<DeclaredName, "property"> {
  return node.type === "shorthand_property_identifier_pattern" ? { property: node } : {};
}

/** Returns what a name in a pattern takes out of a value. */
function taken(
  node: SyntaxNode,
  value: SyntaxNode | undefined,
): Pick<DeclaredName, "value" | "property"> {
  if (value === undefined) return {};
  const parent = node.parent!;
  if (node.type === "shorthand_property_identifier_pattern") return { value, property: node };
  if (parent.type === "pair_pattern") return { value, property: field(parent, "key") };
  return {};
}

/** Reads `exports.name = …`, `Type.prototype.name = …`, `object.name = function …` and `this.name = …`. */
function readAssigned(target: SyntaxNode): DeclaredName | undefined {
  const assignment = target.parent;
  if (assignment?.type !== "assignment_expression" || !isField(target, "left")) return undefined;
  const value = unwrap(field(assignment, "right") ?? assignment);
  const object = field(target, "object");
  const isFunction = FUNCTION_VALUES.has(value.type);
  if (object?.type === "this") {
    const owner = scriptOwnerAt(target);
    if (owner === undefined) return undefined;
    const own = isFunction ? declareFunction(value, undefined) : { value };
    return { is: "declared", kind: isFunction ? "function" : "value", owner, ...own };
  }
  const path = object?.text ?? "";
  if (path === "exports" || path === "module.exports") {
    const own = isFunction ? declareFunction(value, undefined) : { value };
    const kind = isFunction ? "function" : value.type === "class" ? "type" : "value";
    return { is: "declared", kind, owner: "exports", ...own };
  }
  if (!isFunction) return undefined;
  const owner = path.replace(/\.prototype$/, "").split(".").at(-1);
  return { ...declareFunction(value, undefined), owner };
}

/** Returns what a function returns, where it returns one thing only. */
function returned(node: SyntaxNode): SyntaxNode | undefined {
  const body = field(node, "body");
  if (body === undefined || body.type !== "statement_block") return body;
  const returns = body.namedChildren.filter(({ type }) => type === "return_statement");
  return returns.length === 1 ? returns[0]!.firstNamedChild ?? undefined : undefined;
}

function blockAround(node: SyntaxNode): SyntaxNode {
  // The root of broken code has another type.
  return findAround(node, BLOCKS) ?? rootOf(node);
}

function unannotated(type: SyntaxNode | undefined): SyntaxNode | undefined {
  return type?.type === "type_annotation" ? type.firstNamedChild ?? undefined : type;
}
