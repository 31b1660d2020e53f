import type { ReferenceRules } from "../reference_rules.ts";
import { field, isField, type SyntaxNode } from "../syntax_node.ts";
import { express, expressionReader, innerTypeReader, setOf, typeNamesReader } from "./tables.ts";

/** Types whose members are those of their argument. */
const TRANSPARENT_TYPES = setOf(
  "Promise Readonly Partial Required NonNullable Awaited Pick Omit Mutable",
);
/** Types that anything may be of. */
const OPEN_TYPES = setOf("any unknown object");
const LIST_TYPES = setOf(
  "Array ReadonlyArray Set ReadonlySet Iterable AsyncIterable Iterator Generator",
);

const MAP_TYPES = setOf("Map Record ReadonlyMap");

const typeNames: ReferenceRules["typeNames"] = typeNamesReader({
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

/** Returns whether a node is what a class of JavaScript extends, which has no clause of its own there. */
function isBareHeritage(node: SyntaxNode): boolean {
  return node.parent?.type === "class_heritage" &&
    (node.type === "identifier" || node.type === "member_expression");
}

const WRAPPED = setOf(
  "parenthesized_expression await_expression non_null_expression satisfies_expression",
);
const CLASSES = setOf(
  "class_declaration abstract_class_declaration class interface_declaration enum_declaration",
);

export function ownerAt(node: SyntaxNode): string | undefined {
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
    // What a function that is a member of something by assignment calls `this`.
    if (around.type === "function_expression" && around.parent?.type === "assignment_expression") {
      const object = field(field(around.parent, "left"), "object");
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

function nameOfValue(node: SyntaxNode | null): string | undefined {
  if (node?.type === "variable_declarator") return field(node, "name")?.text;
  if (node !== null && (WRAPPED.has(node.type) || node.type === "as_expression")) {
    return nameOfValue(node.parent);
  }
  if (node?.type !== "assignment_expression") return undefined;
  const left = field(node, "left")?.text ?? "";
  return left === "module.exports" ? "exports" : left.split(".").at(-1);
}

/** Returns a value without brackets, casts and `await` around it. */
export function unwrap(value: SyntaxNode): SyntaxNode {
  let inner = value;
  while (
    (WRAPPED.has(inner.type) || inner.type === "as_expression") && inner.firstNamedChild !== null
  ) {
    inner = inner.firstNamedChild;
  }
  return inner;
}

export const TYPE_RULES = {
  readExpression: expressionReader({
    "identifier type_identifier property_identifier private_property_identifier": "name",
    "shorthand_property_identifier shorthand_property_identifier_pattern": "name",
    "member_expression nested_identifier": "name property",
    "nested_type_identifier": "name name",
    "call_expression": "call function",
    "new_expression": "typed constructor",
    "as_expression": ({ firstNamedChild: value, lastNamedChild: type }) =>
      type === null || type.text === "const" ? express("same", value) : express("typed", type),
    "this": "self",
    "super": "super",
    "subscript_expression": "element object",
    "parenthesized_expression await_expression": "same first",
    "non_null_expression satisfies_expression": "same first",
  }),
  typeNames,
  elementType: innerTypeReader({
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
