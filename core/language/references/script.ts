import type { DeclaredName, NameUse, ReferenceRules, UsedName } from "../reference_rules.ts";
import {
  childrenOfType,
  field,
  findAncestor,
  hasToken,
  isInField,
  rootOf,
  type SyntaxNode,
} from "../syntax_node.ts";
import {
  readScriptImports,
  requiredModule,
  SCRIPT_TYPES,
  unwrapExpression,
} from "./script_types.ts";
import { createNameReader, declared, IMPORTED, toWordSet, used } from "./tables.ts";

const { ownerAt } = SCRIPT_TYPES;

const FUNCTIONS = toWordSet(
  "function_declaration generator_function_declaration function_expression generator_function " +
    "arrow_function method_definition function_signature method_signature abstract_method_signature " +
    "call_signature construct_signature function_type constructor_type",
);
const FUNCTION_VALUES = toWordSet("function_expression generator_function arrow_function");
const BLOCKS = toWordSet(
  "program statement_block for_statement for_in_statement switch_body catch_clause class_static_block",
);
const PATTERNS = toWordSet(
  "object_pattern array_pattern pair_pattern rest_pattern assignment_pattern object_assignment_pattern",
);

const COMMON_EXPORTS_REGEXP = /^(?:module\.exports|exports(?:\.[\w$]+)?|module\.exports\.[\w$]+)$/;

const readName = createNameReader({
  useOf,
  ownerAt,
  placeOf: (node) => ({ scope: enclosingBlock(node) }),
  rows: {
    "method_definition.name method_signature.name abstract_method_signature.name": readMember,
    "public_field_definition.name field_definition.property property_signature.name": readMember,
    "enum_assignment.name": readMember,
    "function_expression.name generator_function.name": (_name, node) =>
      declareFunction(node, node),
    "function_declaration.name generator_function_declaration.name": (_name, node) =>
      declareFunction(node, enclosingBlock(node)),
    "function_signature.name": (_name, node) => declareFunction(node, enclosingBlock(node)),
    "class_declaration.name abstract_class_declaration.name": "type place",
    "interface_declaration.name enum_declaration.name": "type place",
    "type_alias_declaration.name": "type place type=value",
    "class.name": "type scope=it",
    "internal_module.name module.name": "module place",
    "type_parameter.name": "value scope=parent.parent",
    "variable_declarator.name": (_name, node) => declareVariable(node),
    "import_specifier import_clause namespace_import import_require_clause": "imported",
    "export_specifier namespace_export": "imported",
    "enum_body": "value owner",
    "pair.key": readMember,
    "required_parameter.pattern optional_parameter.pattern": (name, node) =>
      declareParameter(node, name),
    "required_parameter optional_parameter": "use",
    "arrow_function.parameter catch_clause.parameter": "value scope=it",
    "formal_parameters": "value scope=parent",
    "for_in_statement.left": (_name, node) =>
      field(node, "kind") === undefined
        ? undefined
        : declared("value", { scope: node, value: field(node, "right"), isElement: true }),
    "jsx_attribute": "none",
    "member_expression.property": (name, node) =>
      readAssigned(node) ?? useOf(name, field(node, "object")),
    "nested_type_identifier.name": "use module",
    "nested_identifier.property": "use object",
  },
  otherwise(name) {
    if (isPattern(name)) return readPattern(name);
    return name.type === "property_identifier" ? undefined : useOf(name);
  },
});

export default {
  ...SCRIPT_TYPES,
  names: "identifier type_identifier property_identifier private_property_identifier " +
    "shorthand_property_identifier shorthand_property_identifier_pattern",
  readName: (node) => isExported(node) ? { is: "imported" } : readName(node),
  readImports: readScriptImports,
  undeclaredIsForeign: true,
  modules: "node",
  implicitVisibility: "nothing",
} satisfies ReferenceRules;

function readMember(name: SyntaxNode, node: SyntaxNode): DeclaredName {
  return declareMember(node, ownerAt(name));
}

/**
 * Returns true when a name occurs only to be exported: `export default name`, `module.exports = {
 * name }`.
 */
function isExported(node: SyntaxNode): boolean {
  const parent = node.parent!;
  if (parent.type === "export_statement") return isInField(node, "value");
  const isEntry = node.type === "shorthand_property_identifier" ||
    parent.type === "pair" && isInField(node, "value");
  const value = isEntry ? parent.type === "pair" ? parent.parent! : parent : node;
  const assignment = value.parent;
  if (assignment?.type !== "assignment_expression" || !isInField(value, "right")) return false;
  return COMMON_EXPORTS_REGEXP.test(field(assignment, "left")?.text ?? "");
}

function useOf(node: SyntaxNode, receiver?: SyntaxNode): UsedName {
  const whole = receiver === undefined ? node : node.parent!;
  const outer = whole.parent;
  if (outer?.type === "call_expression" && isInField(whole, "function")) {
    return used(outer.parent?.type === "decorator" ? "decorator" : "call", { receiver });
  }
  if (isInField(whole, "constructor")) return used("new", { receiver });
  if (outer?.type === "decorator") return used("decorator", { receiver });
  const isElement = outer?.type === "jsx_opening_element" ||
    outer?.type === "jsx_self_closing_element";
  return used(isElement ? "call" : "use", { receiver });
}

function declareFunction(node: SyntaxNode, scope?: SyntaxNode): DeclaredName {
  const type = withoutAnnotation(field(node, "return_type"));
  return declared("function", {
    scope,
    type,
    value: type === undefined ? resultOf(node) : undefined,
    isForward: node.type === "function_signature",
  });
}

function declareVariable(node: SyntaxNode): NameUse {
  const value = field(node, "value");
  if (requiredModule(value) !== undefined) return IMPORTED;
  const scope = scopeOfVariable(node);
  const inner = value && unwrapExpression(value);
  if (inner !== undefined && FUNCTION_VALUES.has(inner.type)) return declareFunction(inner, scope);
  const loop = node.parent?.parent;
  return loop?.type === "for_in_statement"
    ? declared("value", { scope, value: field(loop, "right"), isElement: true })
    : declared(inner?.type === "class" ? "type" : "value", {
      scope,
      type: withoutAnnotation(field(node, "type")),
      value,
    });
}

/** Returns the scope of a declarator: after `var` the whole function. */
function scopeOfVariable(declarator: SyntaxNode): SyntaxNode {
  const list = declarator.parent;
  return list?.type === "variable_declaration"
    ? findAncestor(declarator, FUNCTIONS) ?? rootOf(declarator)
    : enclosingBlock(list ?? declarator);
}

function declareMember(node: SyntaxNode, owner: string | undefined): DeclaredName {
  const value = field(node, "value");
  const inner = value && unwrapExpression(value);
  const isFunction = inner !== undefined && FUNCTION_VALUES.has(inner.type);
  if (isFunction || FUNCTIONS.has(node.type)) {
    const isForward = node.type === "abstract_method_signature";
    return { ...declareFunction(isFunction ? inner : node), owner, isForward };
  }
  return declared("value", { owner, type: withoutAnnotation(field(node, "type")), value });
}

function declareParameter(parameter: SyntaxNode, node: SyntaxNode): DeclaredName {
  const isProperty = childrenOfType(parameter, "accessibility_modifier").length > 0 ||
    childrenOfType(parameter, "override_modifier").length > 0 || hasToken(parameter, "readonly");
  return declared("value", {
    scope: findAncestor(parameter, FUNCTIONS),
    owner: isProperty ? ownerAt(node) : undefined,
    type: withoutAnnotation(field(parameter, "type")),
    value: field(parameter, "value"),
  });
}

/** Returns true for a name that a pattern binds; false in a default value. */
function isPattern(node: SyntaxNode): boolean {
  if (node.type === "shorthand_property_identifier_pattern") return true;
  const { type } = node.parent!;
  if (type === "pair_pattern") return true;
  if (type.endsWith("assignment_pattern")) return isInField(node, "left");
  return PATTERNS.has(type);
}

function readPattern(node: SyntaxNode): NameUse | undefined {
  let outer = node.parent!;
  while (PATTERNS.has(outer.type)) outer = outer.parent!;
  const isKey = node.parent!.type === "pair_pattern" && isInField(node, "key");
  if (outer.type === "variable_declarator") {
    const value = field(outer, "value");
    if (requiredModule(value) !== undefined) return IMPORTED;
    if (isKey) return used("use", { receiver: value });
    return declared("value", { scope: scopeOfVariable(outer), ...destructure(node, value) });
  }
  if (isKey) return undefined;
  const isParameter = outer.type === "required_parameter" || outer.type === "optional_parameter";
  if (isParameter || FUNCTIONS.has(outer.type)) {
    const scope = isParameter ? findAncestor(outer, FUNCTIONS) : outer;
    // The argument of the parameter is unknown.
    const isShort = node.type === "shorthand_property_identifier_pattern";
    return declared("value", { scope, property: isShort ? node : undefined });
  }
  return outer.type === "for_in_statement" ? declared("value", { scope: outer }) : useOf(node);
}

/** Returns the part of a value that a name in a pattern is bound to. */
function destructure(
  node: SyntaxNode,
  value: SyntaxNode | undefined,
): Pick<DeclaredName, "value" | "property"> {
  if (value === undefined) return {};
  const parent = node.parent!;
  if (node.type === "shorthand_property_identifier_pattern") return { value, property: node };
  return parent.type === "pair_pattern" ? { value, property: field(parent, "key") } : {};
}

/** Reads `exports.name = …`, `Type.prototype.name = …`, `object.name = function …` and `this.name = …`. */
function readAssigned(target: SyntaxNode): DeclaredName | undefined {
  const assignment = target.parent;
  if (assignment?.type !== "assignment_expression" || !isInField(target, "left")) return undefined;
  const value = unwrapExpression(field(assignment, "right") ?? assignment);
  const object = field(target, "object");
  const path = object?.text ?? "";
  const isExport = path === "exports" || path === "module.exports";
  const owner = object?.type === "this"
    ? ownerAt(target)
    : isExport
    ? "exports"
    : path.replace(/\.prototype$/, "").split(".").at(-1);
  if (FUNCTION_VALUES.has(value.type)) {
    const isOwned = object?.type !== "this" || owner !== undefined;
    return isOwned ? { ...declareFunction(value), owner } : undefined;
  }
  if (isExport) return declared(value.type === "class" ? "type" : "value", { owner, value });
  return object?.type === "this" && owner !== undefined
    ? declared("value", { owner, value })
    : undefined;
}

/** Returns the result of a function, when it returns only one thing. */
function resultOf(node: SyntaxNode): SyntaxNode | undefined {
  const body = field(node, "body");
  if (body === undefined || body.type !== "statement_block") return body;
  const returns = body.namedChildren.filter(({ type }) => type === "return_statement");
  return returns.length === 1 ? returns[0]!.firstNamedChild ?? undefined : undefined;
}

function enclosingBlock(node: SyntaxNode): SyntaxNode {
  // The root of broken code has another type.
  return findAncestor(node, BLOCKS) ?? rootOf(node);
}

function withoutAnnotation(type: SyntaxNode | undefined): SyntaxNode | undefined {
  return type?.type === "type_annotation" ? type.firstNamedChild ?? undefined : type;
}
