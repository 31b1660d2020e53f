import type { Expression, ReferenceRules } from "../reference_rules.ts";
import { field, findAncestor, isSameNode, type SyntaxNode } from "../syntax_node.ts";
import {
  createExpressionReader,
  createInnerTypeReader,
  createTypeNamesReader,
  listTypeNames,
  toExpression,
  toWordSet,
} from "./tables.ts";

const CASES = toWordSet("type_case default_case");
export const TYPE_DECLARATIONS: ReadonlySet<string> = toWordSet("type_spec type_alias");
/** Built-in functions that return a value of the type, or the list, that is their argument. */
const RETURNING_ARGUMENT_TYPE = toWordSet("new make append");

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "function");
  if (callee === undefined) return undefined;
  const argument = field(node, "arguments")?.firstNamedChild;
  if (callee.type === "identifier" && RETURNING_ARGUMENT_TYPE.has(callee.text) && argument) {
    return toExpression("same", argument);
  }
  return toExpression(
    "call",
    callee.type === "index_expression" ? field(callee, "operand") : callee,
  );
}

/** Reads a composite literal in another one, which has the element type of the outer one. */
function readLiteral(node: SyntaxNode): Expression | undefined {
  const { parent } = node;
  if (parent?.type === "composite_literal") return toExpression("typed", field(parent, "type"));
  if (parent?.type !== "literal_element") return undefined;
  return toExpression(
    "element",
    parent.parent?.type === "keyed_element" ? parent.parent.parent : parent.parent,
  );
}

/** Reads the name that a type switch binds: in a case with one type it has that type. */
function readSwitchAlias(node: SyntaxNode): Expression | undefined {
  for (
    let around = findAncestor(node, CASES);
    around !== undefined;
    around = findAncestor(around, CASES)
  ) {
    const statement = around.parent;
    const alias = statement?.type === "type_switch_statement"
      ? field(statement, "alias")
      : undefined;
    if (alias === undefined || alias.text !== node.text) continue;
    const types = around.childrenForFieldName("type").filter(({ type }) => type !== ",");
    const isInCase = types.every(({ endIndex }) => endIndex <= node.startIndex);
    return types.length === 1 && isInCase ? toExpression("typed", types[0]) : undefined;
  }
  return undefined;
}

const typeNames: ReferenceRules["typeNames"] = createTypeNamesReader({
  "identifier type_identifier": "name",
  "qualified_type": "name name",
  "generic_type": "in type",
  "pointer_type parenthesized_type type_constraint type_elem": "all",
  "parameter_list": (type) => {
    const first = partType(type, 0);
    return first === undefined ? [] : typeNames(first);
  },
  "struct_type": (type) => listTypeNames(listEmbeddedTypes(type), typeNames),
}, "none");

/**
 * Returns the type of the elements of a list, map, channel or iterator; with index 0 the type of
 * its keys.
 */
const elementType: ReferenceRules["elementType"] = createInnerTypeReader({
  "slice_type array_type implicit_length_array_type": (type, index) =>
    index === 0 ? undefined : field(type, "element"),
  "map_type": (type, index) => field(type, index === 0 ? "key" : "value"),
  "channel_type": "value",
  "variadic_parameter_declaration": (type, index) => index === 0 ? undefined : field(type, "type"),
  "pointer_type": "in first",
  "parameter_list": (type, index) => {
    const first = partType(type, 0);
    return first && elementType(first, index);
  },
  // An iterator: `iter.Seq[T]`, `iter.Seq2[K, V]`.
  "generic_type": (type, index) =>
    field(type, "type_arguments")?.namedChild(index ?? 0)?.firstNamedChild ?? undefined,
});

function partType(type: SyntaxNode, index: number): SyntaxNode | undefined {
  if (type.type !== "parameter_list") return index === 0 ? type : undefined;
  let at = 0;
  for (const parameter of type.namedChildren) {
    if (parameter.type !== "parameter_declaration") continue;
    const names = parameter.childrenForFieldName("name");
    at += Math.max(1, names.filter(({ type }) => type === "identifier").length);
    if (index < at) return field(parameter, "type");
  }
  return undefined;
}

function listEmbeddedTypes(struct: SyntaxNode): readonly SyntaxNode[] {
  return (struct.firstNamedChild?.namedChildren ?? []).filter((one) =>
    one.type === "field_declaration" && field(one, "name") === undefined
  ).map((one) => field(one, "type")!);
}

function ownerAt(node: SyntaxNode): string | undefined {
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    if (around.type === "method_declaration") {
      const type = field(field(around, "receiver")?.firstNamedChild, "type");
      return type && typeNames(type)?.[0]?.text;
    }
    if (TYPE_DECLARATIONS.has(around.type)) return field(around, "name")?.text;
    // Fields of an anonymous struct belong to no type that can be named.
    const isStruct = inner.type === "struct_type" || inner.type === "interface_type";
    if (isStruct && !isSameNode(inner, node)) return undefined;
  }
  return undefined;
}

export const GO_TYPES = {
  readExpression: createExpressionReader({
    "identifier": (node) => readSwitchAlias(node) ?? toExpression("name", node),
    "type_identifier field_identifier package_identifier": "name",
    "selector_expression": "name field",
    "qualified_type": "name name",
    "call_expression": readCall,
    "composite_literal type_assertion_expression": "typed type",
    "literal_value": readLiteral,
    "type_conversion_expression": (node) => {
      const type = field(node, "type");
      const callee = type?.type === "generic_type" ? field(type, "type") : undefined;
      return toExpression("call", callee) ?? toExpression("typed", type);
    },
    "index_expression": "element operand",
    "unary_expression": (node) => {
      const of = field(node, "operand");
      return node.firstChild?.type === "<-"
        ? toExpression("element", of)
        : toExpression("same", of);
    },
    "slice_expression": "same operand",
    "pointer_type parenthesized_type parenthesized_expression": "same first",
    "generic_type": "same type",
    "map_type slice_type array_type channel_type": "typed",
  }),
  typeNames,
  elementType,
  resultType: (type) => type.type === "function_type" ? field(type, "result") : undefined,
  partType,
  /** Returns the types that a struct or an interface embeds. */
  basesOf(name) {
    const type = field(name.parent, "type");
    if (type?.type === "struct_type") return listEmbeddedTypes(type);
    if (type?.type !== "interface_type") return [];
    return type.namedChildren.flatMap((one) => one.type === "type_elem" ? one.namedChildren : []);
  },
  requiredMembers(name) {
    const type = field(name.parent, "type");
    if (type?.type !== "interface_type") return undefined;
    return type.namedChildren.flatMap((one) =>
      one.type === "method_elem" ? field(one, "name")?.text ?? [] : []
    );
  },
  ownerAt,
} satisfies Partial<ReferenceRules>;
