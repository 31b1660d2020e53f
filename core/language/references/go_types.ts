import { type Expression } from "../reference_rules.ts";
import { field, findAround, isSameNode, type SyntaxNode } from "../syntax_node.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const CASES = setOf("type_case default_case");
/** Declarations of types. */
export const GO_TYPE_DECLARATIONS = setOf("type_spec type_alias");
/** Types of lists. */
export const GO_LISTS = setOf("slice_type array_type implicit_length_array_type");

/** Functions of the language that return something of the type, or the list, that they are given. */
const GIVEN_TYPES = setOf("new make append");

/** Reads an expression of Go. */
export function readGoExpression(node: SyntaxNode): Expression | undefined {
  switch (node.type) {
    case "identifier":
      return readSwitched(node) ?? { is: "name", name: node };
    case "type_identifier":
    case "field_identifier":
    case "package_identifier":
      return { is: "name", name: node };
    case "selector_expression":
      return named(field(node, "field"));
    case "qualified_type":
      return named(field(node, "name"));
    case "call_expression":
      return readCall(node);
    case "composite_literal":
    case "type_assertion_expression":
      return typed(field(node, "type"));
    case "literal_value":
      return readLiteral(node);
    case "type_conversion_expression": {
      const type = field(node, "type");
      const callee = type?.type === "generic_type" ? field(type, "type") : undefined;
      return callee === undefined ? typed(type) : { is: "call", callee };
    }
    case "index_expression":
      return { is: "element", of: field(node, "operand")! };
    case "unary_expression": {
      const of = field(node, "operand")!;
      return node.firstChild?.type === "<-" ? { is: "element", of } : { is: "same", of };
    }
    case "slice_expression":
      return { is: "same", of: field(node, "operand")! };
    case "pointer_type":
    case "parenthesized_type":
    case "parenthesized_expression":
      return node.firstNamedChild === null ? undefined : { is: "same", of: node.firstNamedChild };
    case "generic_type":
      return { is: "same", of: field(node, "type")! };
    case "map_type":
    case "slice_type":
    case "array_type":
    case "channel_type":
      return { is: "typed", type: node };
  }
  return undefined;
}

function named(name: SyntaxNode | undefined): Expression | undefined {
  return name && { is: "name", name };
}

function typed(type: SyntaxNode | undefined): Expression | undefined {
  return type && { is: "typed", type };
}

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "function");
  if (callee === undefined) return undefined;
  const given = field(node, "arguments")?.firstNamedChild;
  if (callee.type === "identifier" && GIVEN_TYPES.has(callee.text) && given) {
    return { is: "same", of: given };
  }
  const isGeneric = callee.type === "index_expression";
  return { is: "call", callee: isGeneric ? field(callee, "operand")! : callee };
}

/** Reads a composite literal in another one, which has the type of the elements of that. */
function readLiteral(node: SyntaxNode): Expression | undefined {
  const { parent } = node;
  if (parent?.type === "composite_literal") return typed(field(parent, "type"));
  if (parent?.type !== "literal_element") return undefined;
  const outer = parent.parent?.type === "keyed_element" ? parent.parent.parent : parent.parent;
  return outer === null || outer === undefined ? undefined : { is: "element", of: outer };
}

/** Reads a name that a type switch gives its value: in a case of one type it is of that type. */
function readSwitched(node: SyntaxNode): Expression | undefined {
  for (
    let around = findAround(node, CASES);
    around !== undefined;
    around = findAround(around, CASES)
  ) {
    const statement = around.parent;
    const alias = statement?.type === "type_switch_statement"
      ? field(statement, "alias")
      : undefined;
    if (alias === undefined || alias.text !== node.text) continue;
    const types = around.childrenForFieldName("type").filter(({ type }) => type !== ",");
    const isInCase = types.every(({ endIndex }) => endIndex <= node.startIndex);
    return types.length === 1 && isInCase ? typed(types[0]) : undefined;
  }
  return undefined;
}

/** Returns the names of the types that a type of Go has the members of. */
export function goTypeNames(type: SyntaxNode): readonly SyntaxNode[] {
  switch (type.type) {
    case "identifier":
    case "type_identifier":
      return [type];
    case "qualified_type":
      return [field(type, "name")!];
    case "generic_type":
      return goTypeNames(field(type, "type")!);
    case "pointer_type":
    case "parenthesized_type":
    case "type_constraint":
    case "type_elem":
      return type.namedChildren.flatMap(goTypeNames);
    case "parameter_list": {
      const first = goPartType(type, 0);
      return first === undefined ? [] : goTypeNames(first);
    }
    case "struct_type":
      return embeddedIn(type).flatMap(goTypeNames);
  }
  return [];
}

/** Returns the type of the elements of a list, map, channel or iterator; with index 0 that of its keys. */
export function goElementType(type: SyntaxNode, index?: number): SyntaxNode | undefined {
  if (GO_LISTS.has(type.type)) return index === 0 ? undefined : field(type, "element");
  switch (type.type) {
    case "map_type":
      return field(type, index === 0 ? "key" : "value");
    case "channel_type":
      return field(type, "value");
    case "variadic_parameter_declaration":
      return index === 0 ? undefined : field(type, "type");
    case "pointer_type":
      return goElementType(type.firstNamedChild!, index);
    case "parameter_list": {
      const first = goPartType(type, 0);
      return first && goElementType(first, index);
    }
    // An iterator: `iter.Seq[T]`, `iter.Seq2[K, V]`.
    case "generic_type":
      return field(type, "type_arguments")?.namedChild(index ?? 0)?.firstNamedChild ?? undefined;
  }
  return undefined;
}

/** Returns what a call of a function type returns. */
export function goResultType(type: SyntaxNode): SyntaxNode | undefined {
  return type.type === "function_type" ? field(type, "result") : undefined;
}

/** Returns the type of one of several results. */
export function goPartType(type: SyntaxNode, index: number): SyntaxNode | undefined {
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

/** Returns the types that a struct or an interface embeds. */
export function goBasesOf(name: SyntaxNode): readonly SyntaxNode[] {
  const type = name.parent === null ? undefined : field(name.parent, "type");
  if (type?.type === "struct_type") return embeddedIn(type);
  if (type?.type !== "interface_type") return [];
  return type.namedChildren.flatMap((one) => one.type === "type_elem" ? one.namedChildren : []);
}

function embeddedIn(struct: SyntaxNode): readonly SyntaxNode[] {
  return (struct.firstNamedChild?.namedChildren ?? []).filter((one) =>
    one.type === "field_declaration" && field(one, "name") === undefined
  ).map((one) => field(one, "type")!);
}

/** Returns the methods that an interface asks for; undefined for another type. */
export function goRequiredMembers(name: SyntaxNode): readonly string[] | undefined {
  const type = name.parent === null ? undefined : field(name.parent, "type");
  if (type?.type !== "interface_type") return undefined;
  return type.namedChildren.flatMap((one) =>
    one.type === "method_elem" ? field(one, "name")?.text ?? [] : []
  );
}

/** Returns the type that a method or a field around a node belongs to. */
export function goOwnerAt(node: SyntaxNode): string | undefined {
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    if (around.type === "method_declaration") {
      const receiver = field(around, "receiver")?.firstNamedChild;
      const type = receiver && field(receiver, "type");
      return type ? goTypeNames(type)[0]?.text : undefined;
    }
    if (GO_TYPE_DECLARATIONS.has(around.type)) return field(around, "name")?.text;
    // Fields of a struct without a name belong to no type that could be named.
    const isStruct = inner.type === "struct_type" || inner.type === "interface_type";
    if (isStruct && !isSameNode(inner, node)) return undefined;
  }
  return undefined;
}
