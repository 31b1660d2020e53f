import { type DeclaredName, findAround, isSameNode } from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { field } from "../syntax_node.ts";
import { isAnonymousBody, javaBodyAround, javaListCalled, javaOwnerAt } from "./java_types.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

/** Declarations of types. */
export const JAVA_TYPES = setOf(
  "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration",
);
/** Nodes that have parameters. */
export const JAVA_CALLABLES = setOf(
  "method_declaration constructor_declaration compact_constructor_declaration lambda_expression record_declaration",
);
/** Nodes whose variables end with them. */
const BLOCKS = setOf(
  "block constructor_body for_statement switch_block_statement_group switch_rule try_with_resources_statement " +
    "lambda_expression program",
);
/** Nodes in which the variable of a pattern is known when it matched. */
const TESTS = setOf(
  "if_statement while_statement for_statement do_statement ternary_expression return_statement assert_statement " +
    "expression_statement local_variable_declaration switch_rule switch_block_statement_group lambda_expression " +
    "block",
);

/** Declares a type, for the body or the block around it. */
export function declareJavaType(node: SyntaxNode): DeclaredName {
  const body = javaBodyAround(node);
  const block = findAround(node, BLOCKS);
  const isLocal = block !== undefined && (body === undefined || block.startIndex > body.startIndex);
  const owner = isLocal || isAnonymousBody(body) ? undefined : javaOwnerAt(node);
  return {
    is: "declared",
    kind: "type",
    scope: isLocal ? block : body,
    ...(owner === undefined ? {} : { owner }),
    ...privacyOf(node),
  };
}

/** Declares a member of the type around it; one of an anonymous class is known in its body alone. */
export function declareJavaMember(node: SyntaxNode, kind: "function" | "value"): DeclaredName {
  const body = javaBodyAround(node);
  const place = isAnonymousBody(body) ? { scope: body } : { owner: javaOwnerAt(node) };
  return { is: "declared", kind, ...place, ...privacyOf(node) };
}

/** Declares a method or a constructor. */
export function declareJavaMethod(node: SyntaxNode): DeclaredName {
  const record = node.type.startsWith("compact") ? findAround(node, JAVA_TYPES) : undefined;
  const type = field(node, "type");
  return {
    ...declareJavaMember(node, "function"),
    ...(type === undefined ? {} : { type }),
    arity: arityOf(field(record ?? node, "parameters")),
  };
}

/** Declares a field or a local variable. */
export function declareJavaVariable(node: SyntaxNode): DeclaredName {
  const declaration = node.parent!;
  const value = field(node, "value");
  if (declaration.type === "spread_parameter") {
    return declareJavaTyped(declaration, findAround(declaration, JAVA_CALLABLES));
  }
  const type = field(declaration, "type");
  if (declaration.type === "local_variable_declaration") {
    return declareJavaTyped(type, findAround(declaration, BLOCKS), value);
  }
  return { ...declareJavaMember(declaration, "value"), type, value };
}

/** Declares a parameter, or a component of a record. */
export function declareJavaParameter(node: SyntaxNode): DeclaredName | undefined {
  const callable = findAround(node, JAVA_CALLABLES);
  const declared = declareJavaTyped(field(node, "type"), callable);
  return callable?.type === "record_declaration"
    // A component of a record is read by a call of its name.
    ? { ...declared, owner: field(callable, "name")?.text, arity: [0, 0] }
    : declared;
}

/** Declares a parameter of a lambda: an element of the list, stream or map whose method the lambda is given to. */
export function declareJavaLambdaParameter(
  node: SyntaxNode,
  lambda: SyntaxNode | undefined,
): DeclaredName {
  const call = lambda?.parent?.type === "argument_list" ? lambda.parent.parent : null;
  const parameters = field(lambda, "parameters");
  const isLast = isSameNode(parameters, node) || isSameNode(parameters?.lastNamedChild, node);
  const value = call === null || !isLast ? undefined : javaListCalled(call);
  return { ...declareValue(lambda), ...(value === undefined ? {} : { value, isElement: true }) };
}

function declareValue(scope: SyntaxNode | null | undefined): DeclaredName {
  return { is: "declared", kind: "value", scope: scope ?? undefined };
}

/** Declares a value by its type, or by what it begins with when that is `var`. */
export function declareJavaTyped(
  type: SyntaxNode | undefined,
  scope: SyntaxNode | null | undefined,
  value?: SyntaxNode,
): DeclaredName {
  const isInferred = type === undefined || type.type === "type_identifier" && type.text === "var";
  return { ...declareValue(scope), ...(isInferred ? { value } : { type }) };
}

/** Returns where the variable of a pattern is known: after the test when it is negated, else in what it is a test of. */
export function javaPatternScope(node: SyntaxNode): SyntaxNode | undefined {
  const test = findAround(node, TESTS);
  for (let around = node.parent; around !== null && around !== test; around = around.parent) {
    if (test !== undefined && isSameNode(test, around)) break;
    if (around.type === "unary_expression") return findAround(node, BLOCKS);
  }
  return test;
}

function privacyOf(node: SyntaxNode): Pick<DeclaredName, "isPrivate"> {
  const { firstNamedChild: modifiers } = node;
  const isPrivate = modifiers?.type === "modifiers" &&
    modifiers.children.some(({ type }) => type === "private");
  return isPrivate ? { isPrivate } : {};
}

function arityOf(parameters: SyntaxNode | undefined): readonly [number, number] {
  const all = (parameters?.namedChildren ?? []).filter((one) =>
    one.type === "formal_parameter" && field(one, "name")?.text !== "this"
  );
  const isOpen = parameters?.lastNamedChild?.type === "spread_parameter";
  return [all.length, isOpen ? Infinity : all.length];
}

/** Returns how many arguments a call has. */
export function countJavaArguments(list: SyntaxNode | undefined): number {
  return (list?.namedChildren ?? []).filter(({ type }) => !type.endsWith("comment")).length;
}
