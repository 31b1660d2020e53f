import {
  type DeclaredName,
  type Expression,
  findAround,
  type ImportedBinding,
  isField,
  type NameUse,
  type ReferenceRules,
  rootOf,
  type UsedName,
} from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { field } from "../syntax_rules.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const FUNCTIONS = setOf(
  "function_declaration generator_function_declaration function_expression generator_function " +
    "arrow_function method_definition function_signature method_signature abstract_method_signature " +
    "call_signature construct_signature function_type constructor_type",
);
const FUNCTION_VALUES = setOf("function_expression generator_function arrow_function");
const CLASSES = setOf(
  "class_declaration abstract_class_declaration class interface_declaration enum_declaration",
);
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
const WRAPPED = setOf(
  "parenthesized_expression await_expression non_null_expression satisfies_expression",
);

/** Types whose members are those of their argument. */
const TRANSPARENT_TYPES = setOf("Promise Readonly Partial Required NonNullable Awaited");
/** Types that anything may be of. */
const OPEN_TYPES = setOf("any unknown object");
const LIST_TYPES = setOf(
  "Array ReadonlyArray Set ReadonlySet Iterable AsyncIterable Iterator Generator",
);

const COMMON_EXPORTS_REGEXP = /^(?:module\.exports|exports(?:\.[\w$]+)?|module\.exports\.[\w$]+)$/;
const QUOTES_REGEXP = /^["'`]|["'`]$/g;

/** How the names of JavaScript, TypeScript and their JSX forms are read. */
export const SCRIPT_REFERENCES: ReferenceRules = {
  names: "identifier type_identifier property_identifier private_property_identifier " +
    "shorthand_property_identifier shorthand_property_identifier_pattern",
  readName,
  readExpression,
  typeNames,
  elementType,
  basesOf,
  ownerAt,
  readImports,
  isStrict: true,
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
    if (type === "public_field_definition") return declareMember(parent, ownerAt(node));
  }
  if (MEMBERS.has(type) && (isField(node, "name") || isField(node, "property"))) {
    return declareMember(parent, ownerAt(node));
  }
  if (type === "enum_body") return { is: "declared", kind: "value", owner: ownerAt(node) };
  if (type === "pair" && isField(node, "key")) return declareMember(parent, ownerAt(node));
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
    ...(isProperty ? { owner: ownerAt(node) } : {}),
    type: unannotated(field(parameter, "type")),
    value: field(parameter, "value"),
  };
}

/** Returns whether a name stands where a pattern takes a value apart, rather than in a default value. */
function isPattern(node: SyntaxNode): boolean {
  if (node.type === "shorthand_property_identifier_pattern") return true;
  const { type } = node.parent!;
  if (type === "pair_pattern") return true;
  if (type === "assignment_pattern") return isField(node, "left");
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
    return { is: "declared", kind: "value", scope };
  }
  if (outer.type === "for_in_statement") {
    return isKey ? undefined : { is: "declared", kind: "value", scope: outer };
  }
  return isKey ? undefined : useOf(node);
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
    const owner = ownerAt(target);
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

function readExpression(node: SyntaxNode): Expression | undefined {
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

function typeNames(type: SyntaxNode): readonly SyntaxNode[] | undefined {
  switch (type.type) {
    case "identifier":
    case "type_identifier":
      return [type];
    case "nested_type_identifier":
      return listOf(field(type, "name"));
    case "member_expression":
      return listOf(field(type, "property"));
    case "generic_type": {
      const name = field(type, "name");
      const [argument] = field(type, "type_arguments")?.namedChildren ?? [];
      if (name !== undefined && TRANSPARENT_TYPES.has(name.text) && argument !== undefined) {
        return typeNames(argument);
      }
      return name === undefined ? undefined : typeNames(name);
    }
    case "union_type":
    case "intersection_type": {
      const all = type.namedChildren.map(typeNames);
      return all.includes(undefined) ? undefined : all.flatMap((names = []) => names);
    }
    case "type_annotation":
    case "parenthesized_type":
    case "readonly_type":
      return type.firstNamedChild === null ? undefined : typeNames(type.firstNamedChild);
    case "type_query":
      return listOf(type.firstNamedChild);
    case "predefined_type":
      return OPEN_TYPES.has(type.text) ? undefined : [];
    case "literal_type":
    case "function_type":
    case "array_type":
    case "tuple_type":
    case "object_type":
      return [];
  }
  return undefined;
}

function listOf(node: SyntaxNode | null | undefined): readonly SyntaxNode[] | undefined {
  return node === null || node === undefined ? undefined : [node];
}

function elementType(type: SyntaxNode): SyntaxNode | undefined {
  if (type.type === "array_type") return type.firstNamedChild ?? undefined;
  if (type.type === "readonly_type") return elementType(type.firstNamedChild ?? type);
  if (type.type !== "generic_type") return undefined;
  const { namedChildren = [] } = field(type, "type_arguments") ?? {};
  const name = field(type, "name")?.text ?? "";
  if (LIST_TYPES.has(name)) return namedChildren[0];
  return name === "Map" || name === "Record" || name === "ReadonlyMap"
    ? namedChildren[1]
    : undefined;
}

function basesOf(name: SyntaxNode): readonly SyntaxNode[] {
  const declaration = name.parent;
  const value = declaration === null ? undefined : field(declaration, "value");
  const owner = declaration?.type === "variable_declarator" ? value : declaration;
  return (owner?.namedChildren ?? [])
    .flatMap((child) => child.type === "class_heritage" ? child.namedChildren : [child])
    .flatMap((child) => {
      if (child.type === "extends_clause") return [field(child, "value") ?? child.firstNamedChild!];
      const isClause = child.type === "implements_clause" || child.type === "extends_type_clause";
      if (isClause) return child.namedChildren;
      return owner?.type.startsWith("class") === true && isBareHeritage(child) ? [child] : [];
    });
}

/** Returns whether a node is what a class of JavaScript extends, which has no clause of its own there. */
function isBareHeritage(node: SyntaxNode): boolean {
  return node.parent?.type === "class_heritage" &&
    (node.type === "identifier" || node.type === "member_expression");
}

function ownerAt(node: SyntaxNode): string | undefined {
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

function readImports(root: SyntaxNode): readonly ImportedBinding[] {
  return root.namedChildren.flatMap((node): readonly ImportedBinding[] => {
    if (node.type === "import_statement") return readImport(node);
    if (node.type === "export_statement") return readExport(node);
    if (node.type === "lexical_declaration" || node.type === "variable_declaration") {
      return node.namedChildren.flatMap(readRequire);
    }
    return node.type === "expression_statement" ? readCommonExports(node) : [];
  });
}

function readImport(node: SyntaxNode): readonly ImportedBinding[] {
  const clause = node.namedChildren.find(({ type }) => type.startsWith("import_"));
  const source = field(node, "source") ?? (clause && field(clause, "source"));
  if (source === undefined || clause === undefined) return [];
  const module = unquoted(source);
  const start = node.startIndex;
  if (clause.type === "import_require_clause") {
    return [{ module, name: "*", local: clause.firstNamedChild?.text ?? "", start }];
  }
  return clause.namedChildren.flatMap((part): readonly ImportedBinding[] => {
    if (part.type === "identifier") return [{ module, name: "default", local: part.text, start }];
    if (part.type === "namespace_import") {
      return [{ module, name: "*", local: part.firstNamedChild?.text ?? "", start }];
    }
    return part.namedChildren.filter(({ type }) => type === "import_specifier").map((one) => {
      const name = unquoted(field(one, "name") ?? one);
      return { module, name, local: field(one, "alias")?.text ?? name, start: one.startIndex };
    });
  });
}

function readExport(node: SyntaxNode): readonly ImportedBinding[] {
  const source = field(node, "source");
  const module = source === undefined ? {} : { module: unquoted(source) };
  const start = node.startIndex;
  const clause = node.namedChildren.find(({ type }) => type === "export_clause");
  if (clause !== undefined) {
    return clause.namedChildren.filter(({ type }) => type === "export_specifier").map((one) => {
      const name = unquoted(field(one, "name") ?? one);
      const alias = field(one, "alias");
      const exportedAs = alias === undefined ? name : unquoted(alias);
      const from = source === undefined ? { local: name } : { ...module, name };
      return { ...from, exportedAs, start: one.startIndex };
    });
  }
  const namespace = node.namedChildren.find(({ type }) => type === "namespace_export");
  if (namespace !== undefined) {
    return [{ ...module, name: "*", exportedAs: namespace.firstNamedChild?.text ?? "", start }];
  }
  if (source !== undefined) return [{ ...module, exportedAs: "*", start }];
  if (!node.children.some(({ type }) => type === "default")) return [];
  const value = field(node, "declaration") ?? field(node, "value");
  const local = value?.type === "identifier" ? value.text : value && field(value, "name")?.text;
  return local === undefined ? [] : [{ local, exportedAs: "default", start }];
}

function readRequire(declarator: SyntaxNode): readonly ImportedBinding[] {
  const value = field(declarator, "value");
  const module = value === undefined ? undefined : requiredModule(value);
  const pattern = field(declarator, "name");
  if (module === undefined || pattern === undefined) return [];
  const start = declarator.startIndex;
  const member = value!.type === "member_expression" ? field(value!, "property")?.text : undefined;
  if (pattern.type === "identifier") {
    return [{ module, name: member ?? "*", local: pattern.text, start }];
  }
  return pattern.namedChildren.flatMap((one) => {
    if (one.type === "shorthand_property_identifier_pattern") {
      return [{ module, name: one.text, local: one.text, start: one.startIndex }];
    }
    const [name, local] = [field(one, "key")?.text, field(one, "value")?.text];
    return name === undefined || local === undefined
      ? []
      : [{ module, name, local, start: one.startIndex }];
  });
}

/** Reads `module.exports = name`, `module.exports = { a, b: c }` and `exports.a = b`. */
function readCommonExports(statement: SyntaxNode): readonly ImportedBinding[] {
  const node = statement.firstNamedChild;
  if (node?.type !== "assignment_expression") return [];
  const [left = "", right] = [field(node, "left")?.text, field(node, "right")];
  if (right === undefined) return [];
  const start = node.startIndex;
  if (left === "module.exports" || left === "exports") {
    const module = requiredModule(right);
    if (module !== undefined) return [{ module, exportedAs: "*", start }];
    const local = right.type === "identifier" ? right.text : field(right, "name")?.text;
    if (local !== undefined) return [{ local, exportedAs: "default", start }];
    return right.namedChildren.flatMap((one): ImportedBinding[] => {
      if (one.type === "shorthand_property_identifier") {
        return [{ local: one.text, exportedAs: one.text, start: one.startIndex }];
      }
      const value = one.type === "pair" ? field(one, "value") : undefined;
      if (value === undefined) return [];
      const exportedAs = unquoted(field(one, "key")!);
      const required = requiredModule(value);
      if (required !== undefined) {
        return [{ module: required, name: "*", exportedAs, start: one.startIndex }];
      }
      return value.type === "identifier"
        ? [{ local: value.text, exportedAs, start: one.startIndex }]
        : [];
    });
  }
  const exportedAs = /^(?:module\.)?exports\.([\w$]+)$/.exec(left)?.[1];
  if (exportedAs === undefined) return [];
  const module = requiredModule(right);
  if (module !== undefined) return [{ module, name: "*", exportedAs, start }];
  return right.type === "identifier" ? [{ local: right.text, exportedAs, start }] : [];
}

/** Returns the module of `require("m")`, `await import("m")` and a member of them. */
function requiredModule(value: SyntaxNode): string | undefined {
  const inner = unwrap(value);
  const call = inner.type === "member_expression" ? field(inner, "object")! : inner;
  if (call.type !== "call_expression") return undefined;
  const callee = field(call, "function")?.text;
  if (callee !== "require" && callee !== "import") return undefined;
  const argument = field(call, "arguments")?.firstNamedChild;
  return argument?.type === "string" ? unquoted(argument) : undefined;
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

function unwrap(value: SyntaxNode): SyntaxNode {
  let inner = value;
  while (
    (WRAPPED.has(inner.type) || inner.type === "as_expression") && inner.firstNamedChild !== null
  ) {
    inner = inner.firstNamedChild;
  }
  return inner;
}

function unannotated(type: SyntaxNode | undefined): SyntaxNode | undefined {
  return type?.type === "type_annotation" ? type.firstNamedChild ?? undefined : type;
}

function unquoted(node: SyntaxNode): string {
  return node.text.replaceAll(QUOTES_REGEXP, "");
}
