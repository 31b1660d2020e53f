import type { ReferenceRules } from "../reference_rules.ts";
import { field, findAncestor, type SyntaxNode } from "../syntax_node.ts";
import {
  createExpressionReader,
  createInnerTypeReader,
  createTypeNamesReader,
  resultOfMember,
  toExpression,
  toWordSet,
} from "./tables.ts";

const BODIES = toWordSet("class_body interface_body enum_body annotation_type_body");

const readExpression: ReferenceRules["readExpression"] = createExpressionReader({
  "identifier type_identifier": "name",
  "scoped_identifier": "name name",
  "scoped_type_identifier": "name last",
  "generic_type": ({ firstNamedChild: name }) => name ? readExpression(name) : undefined,
  "field_access": (node) => {
    const member = field(node, "field");
    const object = field(node, "object");
    // `Outer.this`
    return member?.type === "this" && object !== undefined
      ? toExpression("typed", object)
      : toExpression("name", member);
  },
  "method_invocation": "call name",
  "object_creation_expression cast_expression": (node) => {
    // An anonymous class may have members of its own.
    const isOwn = node.lastNamedChild?.type === "class_body" &&
      node.parent?.type === "method_invocation";
    return isOwn ? undefined : toExpression("typed", field(node, "type"));
  },
  "this": "self",
  // `super` in an anonymous class is the class that it extends.
  "super": (node) => ({ is: isAnonymousBody(enclosingBody(node)) ? "self" : "super" }),
  "array_access": "element array",
  "parenthesized_expression": "same first",
  "ternary_expression": "same consequence",
  "assignment_expression": "same left",
  "array_creation_expression binary_expression unary_expression instanceof_expression": "typed",
  "string_literal character_literal true false class_literal": "typed",
  "decimal_integer_literal hex_integer_literal binary_integer_literal octal_integer_literal":
    "typed",
  "decimal_floating_point_literal hex_floating_point_literal": "typed",
});

const typeNames = createTypeNamesReader({
  "identifier type_identifier": "name",
  "scoped_type_identifier scoped_identifier field_access": "name last",
  "generic_type": "in first",
  "annotated_type wildcard": "in last",
  "type_bound catch_type": "all",
}, "none");

/** Returns the type of the arguments of a variadic parameter. */
export function variadicElementType({ namedChildren }: SyntaxNode): SyntaxNode | undefined {
  return namedChildren.find(({ type }) => type !== "modifiers" && type !== "variable_declarator");
}

/** Members of lists, streams and other containers. */
const MEMBERS = {
  same: toWordSet(
    "stream parallelStream iterator listIterator filter sorted distinct limit skip peek takeWhile dropWhile findFirst " +
      "findAny min max values subList reversed descendingSet descendingIterator headSet tailSet subSet clone or",
  ),
  element: toWordSet(
    "get getFirst getLast first last next previous poll pollFirst pollLast peekFirst peekLast pop take element remove " +
      "removeFirst removeLast orElse orElseGet orElseThrow getOrDefault computeIfAbsent putIfAbsent getValue getNow " +
      "join newInstance cast floor ceiling higher lower lastElement firstElement getAndSet getPlain elementAt",
  ),
};
/** Members of containers that call their argument with an element. */
const CALLING_WITH_ELEMENT = toWordSet(
  "forEach forEachOrdered filter map flatMap mapToInt mapToLong mapToDouble mapToObj anyMatch allMatch noneMatch " +
    "removeIf ifPresent ifPresentOrElse peek takeWhile dropWhile sort sorted replaceAll collect toArray min max " +
    "computeIfPresent compute thenAccept thenApply thenCompose whenComplete forEachRemaining",
);

/** Returns the list, map or stream whose elements a call passes to its lambda. */
export function findIterated(call: SyntaxNode): SyntaxNode | undefined {
  return CALLING_WITH_ELEMENT.has(field(call, "name")?.text ?? "")
    ? field(call, "object")
    : undefined;
}

/**
 * Returns the name of the type whose body is around a node; for an anonymous class the name of the
 * class that it extends.
 */
function ownerAt(node: SyntaxNode): string | undefined {
  const body = BODIES.has(node.type) ? node : enclosingBody(node);
  const declaration = body?.parent;
  if (declaration === null || declaration === undefined) return undefined;
  if (declaration.type === "enum_constant") return ownerAt(declaration);
  if (declaration.type !== "object_creation_expression") return field(declaration, "name")?.text;
  const type = field(declaration, "type");
  return type && typeNames(type)?.[0]?.text;
}

/** Returns the body of the type around a node, which may be anonymous. */
export function enclosingBody(node: SyntaxNode): SyntaxNode | undefined {
  return findAncestor(node, BODIES);
}

/** Returns true for the body of an anonymous class or of a constant of an enum. */
export function isAnonymousBody(body: SyntaxNode | undefined): boolean {
  const type = body?.parent?.type;
  return type === "object_creation_expression" || type === "enum_constant";
}

export const JAVA_TYPES = {
  readExpression,
  typeNames,
  elementType: createInnerTypeReader({
    "array_type": "element",
    "array_creation_expression": "type",
    "spread_parameter": variadicElementType,
    "annotated_type": "in last",
    "generic_type": "last.last",
  }),
  foreignResult({ parent: call, text: name }) {
    return name === "requireNonNull"
      ? toExpression("same", field(call, "arguments")?.firstNamedChild)
      : resultOfMember(name, field(call, "object"), MEMBERS);
  },
  /** Returns the types that a type extends and implements, the class first. */
  basesOf(name) {
    return (name.parent?.namedChildren ?? []).flatMap((child) => {
      if (child.type === "superclass") return child.namedChildren;
      const isList = child.type === "super_interfaces" || child.type === "extends_interfaces";
      return isList ? child.firstNamedChild?.namedChildren ?? [] : [];
    });
  },
  ownerAt,
} satisfies Partial<ReferenceRules>;
