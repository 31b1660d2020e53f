import type { ImportedBinding, ReferenceRules } from "../reference_rules.ts";
import {
  childOfType,
  childrenOfType,
  field,
  hasToken,
  isInField,
  type SyntaxNode,
} from "../syntax_node.ts";
import {
  createExpressionReader,
  createInnerTypeReader,
  createTypeNamesReader,
  toExpression,
  toWordSet,
} from "./tables.ts";

/** Types whose members are those of their argument. */
const TRANSPARENT_TYPES = toWordSet(
  "Promise Readonly Partial Required NonNullable Awaited Pick Omit Mutable",
);
/** Types without restrictions. */
const OPEN_TYPES = toWordSet("any unknown object");
const LIST_TYPES = toWordSet(
  "Array ReadonlyArray Set ReadonlySet Iterable AsyncIterable Iterator Generator",
);

const MAP_TYPES = toWordSet("Map Record ReadonlyMap");

const typeNames: ReferenceRules["typeNames"] = createTypeNamesReader({
  "identifier type_identifier": "name",
  "nested_type_identifier": "name name",
  "member_expression": "name property",
  "generic_type": (type) => {
    const name = field(type, "name");
    const argument = field(type, "type_arguments")?.firstNamedChild;
    const isTransparent = argument && TRANSPARENT_TYPES.has(name?.text ?? "");
    return isTransparent ? typeNames(argument) : name && typeNames(name);
  },
  "union_type intersection_type": "all",
  "type_annotation parenthesized_type readonly_type": "in first",
  "type_query": "name first",
  "predefined_type": ({ text }) => OPEN_TYPES.has(text) ? undefined : [],
  "literal_type function_type array_type tuple_type object_type": "none",
}, "any");

/** Returns true when a node is the base of a JavaScript class, which has no clause of its own. */
function isBareHeritage(node: SyntaxNode): boolean {
  return node.parent?.type === "class_heritage" &&
    (node.type === "identifier" || node.type === "member_expression");
}

const WRAPPED = toWordSet(
  "parenthesized_expression await_expression non_null_expression satisfies_expression",
);
const CLASSES = toWordSet(
  "class_declaration abstract_class_declaration class interface_declaration enum_declaration",
);

function ownerAt(node: SyntaxNode): string | undefined {
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    if (CLASSES.has(around.type)) {
      return field(around, "name")?.text ?? nameOfValue(around.parent);
    }
    const name = around.type === "object" ? nameOfValue(around.parent) : undefined;
    if (name !== undefined) return name;
    if (around.type === "object_type" && around.parent?.type === "type_alias_declaration") {
      return field(around.parent, "name")?.text;
    }
    // `this` in a function that is assigned to a member.
    if (around.type === "function_expression" && around.parent?.type === "assignment_expression") {
      const object = field(field(around.parent, "left"), "object");
      if (object !== undefined && !isInField(inner, "left")) {
        return object.text.replace(/\.prototype$/, "").split(".").at(-1);
      }
    }
    if (around.type === "function_declaration") {
      // A constructor in the old form.
      const name = field(around, "name")?.text;
      return name !== undefined && /^[A-Z]/.test(name) ? name : undefined;
    }
  }
  return undefined;
}

function nameOfValue(node: SyntaxNode | null): string | undefined {
  if (node?.type === "variable_declarator") return field(node, "name")?.text;
  if (node !== null && (WRAPPED.has(node.type) || node.type === "as_expression")) {
    return nameOfValue(node.parent);
  }
  if (node?.type !== "assignment_expression") return undefined;
  const left = field(node, "left")?.text ?? "";
  return left === "module.exports" ? "exports" : left.split(".").at(-1);
}

/** Returns a value without the brackets, casts and `await` around it. */
export function unwrapExpression(value: SyntaxNode): SyntaxNode {
  let inner = value;
  while (
    (WRAPPED.has(inner.type) || inner.type === "as_expression") && inner.firstNamedChild !== null
  ) {
    inner = inner.firstNamedChild;
  }
  return inner;
}

export const SCRIPT_TYPES = {
  readExpression: createExpressionReader({
    "identifier type_identifier property_identifier private_property_identifier": "name",
    "shorthand_property_identifier shorthand_property_identifier_pattern": "name",
    "member_expression nested_identifier": "name property",
    "nested_type_identifier": "name name",
    "call_expression": "call function",
    "new_expression": "typed constructor",
    "as_expression": ({ firstNamedChild: value, lastNamedChild: type }) =>
      type === null || type.text === "const"
        ? toExpression("same", value)
        : toExpression("typed", type),
    "this": "self",
    "super": "super",
    "subscript_expression": "element object",
    "parenthesized_expression await_expression": "same first",
    "non_null_expression satisfies_expression": "same first",
  }),
  typeNames,
  elementType: createInnerTypeReader({
    "array_type": "first",
    "readonly_type": "in first",
    "generic_type": (type) => {
      const { namedChildren = [] } = field(type, "type_arguments") ?? {};
      const name = field(type, "name")?.text ?? "";
      if (LIST_TYPES.has(name)) return namedChildren[0];
      return MAP_TYPES.has(name) ? namedChildren[1] : undefined;
    },
  }),
  basesOf(name) {
    const declaration = name.parent;
    const isValue = declaration?.type === "variable_declarator";
    const owner = isValue ? field(declaration, "value") : declaration;
    return (owner?.namedChildren ?? [])
      .flatMap((child) => child.type === "class_heritage" ? child.namedChildren : [child])
      .flatMap((child) => {
        if (child.type === "extends_clause") {
          return [field(child, "value") ?? child.firstNamedChild!];
        }
        const isClause = child.type === "implements_clause" || child.type === "extends_type_clause";
        if (isClause) return child.namedChildren;
        return owner?.type.startsWith("class") === true && isBareHeritage(child) ? [child] : [];
      });
  },
  ownerAt,
} satisfies Partial<ReferenceRules>;

const QUOTES_REGEXP = /^["'`]|["'`]$/g;

/** Returns the imports and exports of a JavaScript or TypeScript file, in the order of the text. */
export function readScriptImports(root: SyntaxNode): readonly ImportedBinding[] {
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
  const source = field(node, "source") ?? field(clause, "source");
  if (source === undefined || clause === undefined) return [];
  const module = unquoted(source);
  const start = node.startIndex;
  if (clause.type === "import_require_clause") {
    return [{ module, name: "*", local: clause.firstNamedChild?.text ?? "", start }];
  }
  return clause.namedChildren.flatMap((part): readonly ImportedBinding[] => {
    if (part.type === "identifier") return [{ module, name: "default", local: part.text, start }];
    if (part.type === "namespace_import") {
      const local = part.firstNamedChild?.text ?? "";
      return [{ module, name: "*", isNamespace: true, local, start }];
    }
    return childrenOfType(part, "import_specifier").map((one) => {
      const name = unquoted(field(one, "name") ?? one);
      return { module, name, local: field(one, "alias")?.text ?? name, start: one.startIndex };
    });
  });
}

function readExport(node: SyntaxNode): readonly ImportedBinding[] {
  const source = field(node, "source");
  const module = source === undefined ? {} : { module: unquoted(source) };
  const start = node.startIndex;
  const clause = childOfType(node, "export_clause");
  if (clause !== undefined) {
    return childrenOfType(clause, "export_specifier").map((one) => {
      const name = unquoted(field(one, "name") ?? one);
      const alias = field(one, "alias");
      const exportedAs = alias === undefined ? name : unquoted(alias);
      const from = source === undefined ? { local: name } : { ...module, name };
      return { ...from, exportedAs, start: one.startIndex };
    });
  }
  const namespace = childOfType(node, "namespace_export");
  if (namespace !== undefined) {
    return [{ ...module, name: "*", exportedAs: namespace.firstNamedChild?.text ?? "", start }];
  }
  if (source !== undefined) return [{ ...module, exportedAs: "*", start }];
  if (!hasToken(node, "default")) return [];
  const value = field(node, "declaration") ?? field(node, "value");
  const local = value?.type === "identifier" ? value.text : field(value, "name")?.text;
  return local === undefined ? [] : [{ local, exportedAs: "default", start }];
}

function readRequire(declarator: SyntaxNode): readonly ImportedBinding[] {
  const value = field(declarator, "value");
  const module = requiredModule(value);
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
      return value === undefined
        ? []
        : exportValue(value, unquoted(field(one, "key")!), one.startIndex);
    });
  }
  const exportedAs = /^(?:module\.)?exports\.([\w$]+)$/.exec(left)?.[1];
  return exportedAs === undefined ? [] : exportValue(right, exportedAs, start);
}

function exportValue(value: SyntaxNode, exportedAs: string, start: number): ImportedBinding[] {
  const module = requiredModule(value);
  if (module !== undefined) return [{ module, name: "*", exportedAs, start }];
  return value.type === "identifier" ? [{ local: value.text, exportedAs, start }] : [];
}

/** Returns the module of `require("m")`, of `await import("m")`, or of a member of them. */
export function requiredModule(value: SyntaxNode | undefined): string | undefined {
  if (value === undefined) return undefined;
  const inner = unwrapExpression(value);
  const call = inner.type === "member_expression" ? field(inner, "object")! : inner;
  if (call.type !== "call_expression") return undefined;
  const callee = field(call, "function")?.text;
  if (callee !== "require" && callee !== "import") return undefined;
  const argument = field(call, "arguments")?.firstNamedChild;
  return argument?.type === "string" ? unquoted(argument) : undefined;
}

function unquoted(node: SyntaxNode): string {
  return node.text.replaceAll(QUOTES_REGEXP, "");
}
