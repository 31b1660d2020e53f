import type { ReferenceRules } from "../reference_rules.ts";
import { field, type SyntaxNode } from "../syntax_node.ts";
import { innerTypeReader, setOf, typeNamesReader } from "./tables.ts";

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

/** Returns the names of a type; see `ReferenceRules.typeNames`. */
export const scriptTypeNames: ReferenceRules["typeNames"] = typeNamesReader({
  "identifier type_identifier": "name",
  "nested_type_identifier": "name name",
  "member_expression": "name property",
  "generic_type": (type) => {
    const name = field(type, "name");
    const argument = field(type, "type_arguments")?.firstNamedChild;
    const isTransparent = argument && TRANSPARENT_TYPES.has(name?.text ?? "");
    return isTransparent ? scriptTypeNames(argument) : name && scriptTypeNames(name);
  },
  "union_type intersection_type": "all",
  "type_annotation parenthesized_type readonly_type": "in first",
  "type_query": "name first",
  "predefined_type": ({ text }) => OPEN_TYPES.has(text) ? undefined : [],
  "literal_type function_type array_type tuple_type object_type": "none",
}, "any");

/** Returns the type of the elements of a list type. */
export const scriptElementType: ReferenceRules["elementType"] = innerTypeReader({
  "array_type": "first",
  "readonly_type": "in first",
  "generic_type": (type) => {
    const { namedChildren = [] } = field(type, "type_arguments") ?? {};
    const name = field(type, "name")?.text ?? "";
    if (LIST_TYPES.has(name)) return namedChildren[0];
    return MAP_TYPES.has(name) ? namedChildren[1] : undefined;
  },
});

/** Returns what a class or an interface extends and implements. */
export function scriptBasesOf(name: SyntaxNode): readonly SyntaxNode[] {
  const declaration = name.parent;
  const isValue = declaration?.type === "variable_declarator";
  const owner = isValue ? field(declaration, "value") : declaration;
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
