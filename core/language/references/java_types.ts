import { type Expression, findAround } from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { field } from "../syntax_node.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const BODIES = setOf("class_body interface_body enum_body annotation_type_body");
const LITERALS = setOf(
  "string_literal character_literal decimal_integer_literal hex_integer_literal binary_integer_literal " +
    "octal_integer_literal decimal_floating_point_literal hex_floating_point_literal true false class_literal " +
    "binary_expression unary_expression instanceof_expression",
);

/** Returns what can be told of the type of an expression of Java. */
export function readJavaExpression(node: SyntaxNode): Expression | undefined {
  switch (node.type) {
    case "identifier":
    case "type_identifier":
      return { is: "name", name: node };
    case "scoped_identifier":
      return nameOf(field(node, "name"));
    case "scoped_type_identifier":
      return nameOf(node.lastNamedChild);
    case "generic_type":
      return node.firstNamedChild === null ? undefined : readJavaExpression(node.firstNamedChild);
    case "field_access": {
      const member = field(node, "field");
      const object = field(node, "object");
      // `Outer.this`
      if (member?.type === "this" && object !== undefined) return { is: "typed", type: object };
      return nameOf(member);
    }
    case "method_invocation": {
      const callee = field(node, "name");
      return callee && { is: "call", callee };
    }
    case "object_creation_expression":
    case "cast_expression": {
      const type = field(node, "type");
      // An anonymous class may have members of its own.
      const isOwn = node.lastNamedChild?.type === "class_body" &&
        node.parent?.type === "method_invocation";
      return isOwn ? undefined : type && { is: "typed", type };
    }
    case "array_creation_expression":
      return { is: "typed", type: node };
    case "this":
      return { is: "self" };
    case "super":
      // What is around the members of an anonymous class is what it extends.
      return { is: isAnonymousBody(javaBodyAround(node)) ? "self" : "super" };
    case "array_access":
      return withField(node, "array", "element");
    case "parenthesized_expression":
      return node.firstNamedChild === null ? undefined : { is: "same", of: node.firstNamedChild };
    case "ternary_expression":
      return withField(node, "consequence", "same");
    case "assignment_expression":
      return withField(node, "left", "same");
  }
  return LITERALS.has(node.type) ? { is: "typed", type: node } : undefined;
}

function nameOf(name: SyntaxNode | null | undefined): Expression | undefined {
  return name === null || name === undefined ? undefined : { is: "name", name };
}

function withField(
  node: SyntaxNode,
  name: string,
  is: "same" | "element",
): Expression | undefined {
  const of = field(node, name);
  return of && { is, of };
}

/** Returns the names of the types whose members a value of a type of Java has. */
export function javaTypeNames(type: SyntaxNode): readonly SyntaxNode[] {
  switch (type.type) {
    case "identifier":
    case "type_identifier":
      return [type];
    case "scoped_type_identifier":
    case "scoped_identifier":
    case "field_access":
      return type.lastNamedChild === null ? [] : [type.lastNamedChild];
    case "generic_type":
      return type.firstNamedChild === null ? [] : javaTypeNames(type.firstNamedChild);
    case "annotated_type":
    case "wildcard":
      return type.lastNamedChild === null ? [] : javaTypeNames(type.lastNamedChild);
    case "type_bound":
    case "catch_type":
      return type.namedChildren.flatMap(javaTypeNames);
  }
  return [];
}

/** Returns the type of the elements of a list, or of the values of a map. */
export function javaElementType(type: SyntaxNode): SyntaxNode | undefined {
  switch (type.type) {
    case "array_type":
      return field(type, "element");
    case "array_creation_expression":
      return field(type, "type");
    case "spread_parameter":
      return type.namedChildren.find((child) =>
        child.type !== "modifiers" && child.type !== "variable_declarator"
      );
    case "annotated_type":
      return type.lastNamedChild === null ? undefined : javaElementType(type.lastNamedChild);
    case "generic_type":
      // That of a list, or the values of a map.
      return type.lastNamedChild?.lastNamedChild ?? undefined;
  }
  return undefined;
}

/** Members of lists, streams and other holders that give such a holder of the same elements. */
const SAME = setOf(
  "stream parallelStream iterator listIterator filter sorted distinct limit skip peek takeWhile dropWhile findFirst " +
    "findAny min max values subList reversed descendingSet descendingIterator headSet tailSet subSet clone or",
);
/** Members of them that give an element, or a value of a map. */
const ELEMENT = setOf(
  "get getFirst getLast first last next previous poll pollFirst pollLast peekFirst peekLast pop take element remove " +
    "removeFirst removeLast orElse orElseGet orElseThrow getOrDefault computeIfAbsent putIfAbsent getValue getNow " +
    "join newInstance cast floor ceiling higher lower lastElement firstElement getAndSet getPlain elementAt",
);
/** Members of them that call what they are given with an element. */
const CALLING = setOf(
  "forEach forEachOrdered filter map flatMap mapToInt mapToLong mapToDouble mapToObj anyMatch allMatch noneMatch " +
    "removeIf ifPresent ifPresentOrElse peek takeWhile dropWhile sort sorted replaceAll collect toArray min max " +
    "computeIfPresent compute thenAccept thenApply thenCompose whenComplete forEachRemaining",
);

/** Returns what a call of a member of a list, a map or a stream gives: it again, or an element. */
export function javaForeignResult(callee: SyntaxNode): Expression | undefined {
  const call = callee.parent ?? undefined;
  const of = field(call, "object");
  const name = callee.text;
  if (name === "requireNonNull") {
    const argument = field(call, "arguments")?.firstNamedChild ?? undefined;
    return argument && { is: "same", of: argument };
  }
  if (of === undefined) return undefined;
  if (SAME.has(name)) return { is: "same", of };
  return ELEMENT.has(name) ? { is: "element", of } : undefined;
}

/** Returns the list, map or stream whose elements a call gives to its lambda. */
export function javaListCalled(call: SyntaxNode): SyntaxNode | undefined {
  return CALLING.has(field(call, "name")?.text ?? "") ? field(call, "object") : undefined;
}

/** Returns what a type of Java extends and implements, the class first. */
export function javaBasesOf(name: SyntaxNode): readonly SyntaxNode[] {
  return (name.parent?.namedChildren ?? []).flatMap((child) => {
    if (child.type === "superclass") return child.namedChildren;
    const isList = child.type === "super_interfaces" || child.type === "extends_interfaces";
    return isList ? child.firstNamedChild?.namedChildren ?? [] : [];
  });
}

/** Returns the name of the type whose body is around a node; of an anonymous class that of what it extends. */
export function javaOwnerAt(node: SyntaxNode): string | undefined {
  const body = BODIES.has(node.type) ? node : javaBodyAround(node);
  const declaration = body?.parent;
  if (declaration === null || declaration === undefined) return undefined;
  if (declaration.type === "enum_constant") return javaOwnerAt(declaration);
  if (declaration.type !== "object_creation_expression") return field(declaration, "name")?.text;
  const type = field(declaration, "type");
  return type === undefined ? undefined : javaTypeNames(type)[0]?.text;
}

/** Returns the body of the type around a node, which may be anonymous. */
export function javaBodyAround(node: SyntaxNode): SyntaxNode | undefined {
  return findAround(node, BODIES);
}

/** Returns whether a body is that of an anonymous class or of a constant of an enum. */
export function isAnonymousBody(body: SyntaxNode | undefined): boolean {
  const type = body?.parent?.type;
  return type === "object_creation_expression" || type === "enum_constant";
}
