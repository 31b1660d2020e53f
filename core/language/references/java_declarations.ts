import type { DeclaredName } from "../reference_rules.ts";
import {
  childOfType,
  field,
  findAround,
  hasToken,
  isSameNode,
  type SyntaxNode,
} from "../syntax_node.ts";
import { isAnonymousBody, javaBodyAround, javaListCalled, javaOwnerAt } from "./java_types.ts";
import { declared, patternScope, setOf, tableOf } from "./tables.ts";

/** Declarations of types. */
const TYPES = setOf(
  "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration",
);
/** Nodes that have parameters. */
export const JAVA_CALLABLES: ReadonlySet<string> = setOf(
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
const NEGATIONS = setOf("unary_expression");

/** What a name declares that stands in the field `name`, by what it stands in. */
const DECLARATIONS = tableOf<(parent: SyntaxNode, node: SyntaxNode) => DeclaredName>({
  "class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration":
    declareType,
  "method_declaration annotation_type_element_declaration constructor_declaration compact_constructor_declaration":
    declareMethod,
  "enum_constant": (parent) => ({
    ...declareMember(parent, "value"),
    type: field(findAround(parent, TYPES), "name"),
  }),
  "variable_declarator": declareVariable,
  "formal_parameter": declareParameter,
  "resource": (parent) =>
    declareJavaTyped(field(parent, "type"), parent.parent?.parent, field(parent, "value")),
  "catch_formal_parameter": (parent) =>
    declareJavaTyped(childOfType(parent, "catch_type"), parent.parent),
  "enhanced_for_statement": (parent) => {
    const each = declareJavaTyped(field(parent, "type"), parent, field(parent, "value"));
    return { ...each, isElement: each.type === undefined };
  },
  "instanceof_expression": (parent, node) =>
    declareJavaTyped(field(parent, "right"), javaPatternScope(node)),
});

/** Reads a name in the field `name` of what may declare it. */
export function readJavaDeclared(node: SyntaxNode, parent: SyntaxNode): DeclaredName | undefined {
  return DECLARATIONS.get(parent.type)?.(parent, node);
}

/** Declares a type, for the body or the block around it. */
function declareType(node: SyntaxNode): DeclaredName {
  const body = javaBodyAround(node);
  const block = findAround(node, BLOCKS);
  const isLocal = block !== undefined && (body === undefined || block.startIndex > body.startIndex);
  return declared("type", {
    scope: isLocal ? block : body,
    owner: isLocal || isAnonymousBody(body) ? undefined : javaOwnerAt(node),
    isPrivate: isPrivate(node),
  });
}

/** Declares a member of the type around it; one of an anonymous class is known in its body alone. */
function declareMember(node: SyntaxNode, kind: "function" | "value"): DeclaredName {
  const body = javaBodyAround(node);
  const place = isAnonymousBody(body) ? { scope: body } : { owner: javaOwnerAt(node) };
  return declared(kind, { ...place, isPrivate: isPrivate(node) });
}

/** Declares a method or a constructor. */
function declareMethod(node: SyntaxNode): DeclaredName {
  const record = node.type.startsWith("compact") ? findAround(node, TYPES) : undefined;
  return {
    ...declareMember(node, "function"),
    type: field(node, "type"),
    arity: arityOf(field(record ?? node, "parameters")),
  };
}

/** Declares a field or a local variable. */
function declareVariable(node: SyntaxNode): DeclaredName {
  const declaration = node.parent!;
  const value = field(node, "value");
  if (declaration.type === "spread_parameter") {
    return declareJavaTyped(declaration, findAround(declaration, JAVA_CALLABLES));
  }
  const type = field(declaration, "type");
  if (declaration.type === "local_variable_declaration") {
    return declareJavaTyped(type, findAround(declaration, BLOCKS), value);
  }
  return { ...declareMember(declaration, "value"), type, value };
}

/** Declares a parameter, or a component of a record. */
function declareParameter(node: SyntaxNode): DeclaredName {
  const callable = findAround(node, JAVA_CALLABLES);
  const parameter = declareJavaTyped(field(node, "type"), callable);
  return callable?.type === "record_declaration"
    // A component of a record is read by a call of its name.
    ? { ...parameter, owner: field(callable, "name")?.text, arity: [0, 0] }
    : parameter;
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
  return declared("value", { scope: lambda, value, isElement: value !== undefined });
}

/** Declares a value by its type, or by what it begins with when that is `var`. */
export function declareJavaTyped(
  type: SyntaxNode | null | undefined,
  scope: SyntaxNode | null | undefined,
  value?: SyntaxNode,
): DeclaredName {
  const isInferred = !type || type.type === "type_identifier" && type.text === "var";
  return declared("value", { scope: scope ?? undefined, ...(isInferred ? { value } : { type }) });
}

/** Returns where the variable of a pattern is known. */
export function javaPatternScope(node: SyntaxNode): SyntaxNode | undefined {
  return patternScope(node, { tests: TESTS, negations: NEGATIONS, blocks: BLOCKS });
}

function isPrivate({ firstNamedChild: modifiers }: SyntaxNode): boolean {
  return modifiers?.type === "modifiers" && hasToken(modifiers, "private");
}

function arityOf(parameters: SyntaxNode | undefined): readonly [number, number] {
  const all = (parameters?.namedChildren ?? []).filter((one) =>
    one.type === "formal_parameter" && field(one, "name")?.text !== "this"
  );
  const isOpen = parameters?.lastNamedChild?.type === "spread_parameter";
  return [all.length, isOpen ? Infinity : all.length];
}
