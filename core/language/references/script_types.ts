import { field, type SyntaxNode } from "../syntax_node.ts";
import { setOf } from "./script_values.ts";

/** Types whose members are those of their argument. */
const TRANSPARENT_TYPES = setOf(
  "Promise Readonly Partial Required NonNullable Awaited Pick Omit Mutable",
);
/** Types that anything may be of. */
const OPEN_TYPES = setOf("any unknown object");
const LIST_TYPES = setOf(
  "Array ReadonlyArray Set ReadonlySet Iterable AsyncIterable Iterator Generator",
);

/** Returns the names of a type; see `ReferenceRules.typeNames`. */
export function scriptTypeNames(type: SyntaxNode): readonly SyntaxNode[] | undefined {
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
        return scriptTypeNames(argument);
      }
      return name === undefined ? undefined : scriptTypeNames(name);
    }
    case "union_type":
    case "intersection_type": {
      const all = type.namedChildren.map(scriptTypeNames);
      return all.includes(undefined) ? undefined : all.flatMap((names = []) => names);
    }
    case "type_annotation":
    case "parenthesized_type":
    case "readonly_type":
      return type.firstNamedChild === null ? undefined : scriptTypeNames(type.firstNamedChild);
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

/** Returns the type of the elements of a list type. */
export function scriptElementType(type: SyntaxNode): SyntaxNode | undefined {
  if (type.type === "array_type") return type.firstNamedChild ?? undefined;
  if (type.type === "readonly_type") return scriptElementType(type.firstNamedChild ?? type);
  if (type.type !== "generic_type") return undefined;
  const { namedChildren = [] } = field(type, "type_arguments") ?? {};
  const name = field(type, "name")?.text ?? "";
  if (LIST_TYPES.has(name)) return namedChildren[0];
  return name === "Map" || name === "Record" || name === "ReadonlyMap"
    ? namedChildren[1]
    : undefined;
}

/** Returns what a class or an interface extends and implements. */
export function scriptBasesOf(name: SyntaxNode): readonly SyntaxNode[] {
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
