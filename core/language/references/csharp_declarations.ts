import { type DeclaredName, findAround, isField, isSameNode, rootOf } from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { childrenOfType, field } from "../syntax_node.ts";
import { csharpListCalled, csharpOwnerAt, csharpTypeAround } from "./csharp_types.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

/** Nodes that have parameters. */
const CALLABLES = setOf(
  "method_declaration constructor_declaration local_function_statement lambda_expression delegate_declaration " +
    "indexer_declaration operator_declaration conversion_operator_declaration anonymous_method_expression " +
    "class_declaration struct_declaration record_declaration",
);
const BLOCKS = setOf(
  "block for_statement foreach_statement using_statement fixed_statement switch_section lambda_expression " +
    "arrow_expression_clause compilation_unit",
);
/** Nodes in which the variable of a pattern is known when it matched. */
const TESTS = setOf(
  "if_statement while_statement for_statement do_statement conditional_expression return_statement " +
    "expression_statement local_declaration_statement switch_section switch_expression_arm lambda_expression " +
    "arrow_expression_clause block",
);
const NEGATIONS = setOf("prefix_unary_expression negated_pattern");

/** Declares a type: one of a namespace for all files, one in another type as a member of that. */
export function declareCsharpType(node: SyntaxNode): DeclaredName {
  const around = csharpTypeAround(node);
  return {
    is: "declared",
    kind: "type",
    scope: field(around, "body") ?? rootOf(node),
    ...(around === undefined ? {} : { owner: field(around, "name")?.text }),
    ...privacyOf(node),
  };
}

/** Declares a parameter of a generic definition with what it must be. */
export function declareCsharpTypeParameter(node: SyntaxNode, name: string): DeclaredName {
  const declaration = node.parent?.parent ?? undefined;
  const clause = declaration &&
    childrenOfType(declaration, "type_parameter_constraints_clause").find((one) =>
      one.firstNamedChild?.text === name
    );
  const bound = clause?.namedChildren.find((one) => field(one, "type") !== undefined);
  return { is: "declared", kind: "type", scope: declaration, type: bound, isParameter: true };
}

/** Declares a member of the type around it. */
export function declareCsharpMember(node: SyntaxNode, kind: "function" | "value"): DeclaredName {
  return { is: "declared", kind, owner: csharpOwnerAt(node), ...privacyOf(node) };
}

/** Declares a method, a constructor or a local function. */
export function declareCsharpMethod(node: SyntaxNode): DeclaredName {
  const parameters = field(node, "parameters");
  const isLocal = node.type === "local_function_statement";
  const type = field(node, isLocal ? "type" : "returns");
  const [first] = parameters?.namedChildren ?? [];
  const isExtension = first?.type === "parameter" && hasModifier(first, "this");
  const [least, most] = arityOf(parameters);
  return {
    ...(isLocal
      ? { is: "declared", kind: "function", scope: findAround(node, BLOCKS) }
      : declareCsharpMember(node, "function")),
    ...(type === undefined ? {} : { type }),
    ...(isExtension ? { extended: field(first, "type") } : {}),
    arity: isExtension ? [least - 1, most] : [least, most],
  };
}

/** Declares a field, an event or a local variable. */
export function declareCsharpVariable(declarator: SyntaxNode): DeclaredName {
  const declaration = declarator.parent!;
  const type = field(declaration, "type");
  const last = declarator.namedChildCount > 1 ? declarator.lastNamedChild ?? undefined : undefined;
  const outer = declaration.parent;
  if (outer?.type === "field_declaration" || outer?.type === "event_field_declaration") {
    return { ...declareCsharpMember(outer, "value"), type };
  }
  return declareCsharpTyped(type, findAround(declaration, BLOCKS), last);
}

/** Declares a parameter; one of a record is a property, too. */
export function declareCsharpParameter(parameter: SyntaxNode): DeclaredName {
  const callable = findAround(parameter, CALLABLES);
  const type = field(parameter, "type");
  if (callable?.type === "lambda_expression" && type === undefined) {
    return declareCsharpLambdaParameter(parameter, callable);
  }
  const declared = declareCsharpTyped(type, callable);
  if (callable?.type !== "record_declaration") return declared;
  return { ...declared, owner: field(callable, "name")?.text };
}

/** Declares a parameter of a lambda: an element of the sequence whose method it is given to. */
export function declareCsharpLambdaParameter(node: SyntaxNode, lambda: SyntaxNode): DeclaredName {
  const list = lambda.parent?.type === "argument" ? lambda.parent.parent : null;
  const call = list?.parent?.type === "invocation_expression" ? list.parent : undefined;
  const parameters = field(lambda, "parameters");
  const isFirst = isSameNode(parameters, node) || isSameNode(parameters?.firstNamedChild, node);
  const value = call === undefined || !isFirst ? undefined : csharpListCalled(call);
  const declared: DeclaredName = { is: "declared", kind: "value", scope: lambda };
  return value === undefined ? declared : { ...declared, value, isElement: true };
}

/** Declares a value by its type, or by what it begins with when that is `var`. */
export function declareCsharpTyped(
  type: SyntaxNode | undefined,
  scope: SyntaxNode | undefined,
  value?: SyntaxNode,
): DeclaredName {
  const isInferred = type === undefined || type.type === "implicit_type";
  return { is: "declared", kind: "value", scope, ...(isInferred ? { value } : { type }) };
}

/** Returns where the variable of a pattern is known: after the test when it is negated, else in what it is a test of. */
export function csharpPatternScope(node: SyntaxNode): SyntaxNode | undefined {
  const test = findAround(node, TESTS);
  for (let around = node.parent; around !== null; around = around.parent) {
    if (isSameNode(test, around)) break;
    if (NEGATIONS.has(around.type)) return findAround(node, BLOCKS);
  }
  return test;
}

/** Returns the node in which a variable of `out var x` or of a tuple is known. */
export function csharpBlockAround(node: SyntaxNode): SyntaxNode | undefined {
  return findAround(node, BLOCKS);
}

function privacyOf(node: SyntaxNode): Pick<DeclaredName, "isPrivate"> {
  return hasModifier(node, "private") ? { isPrivate: true } : {};
}

function hasModifier(node: SyntaxNode, modifier: string): boolean {
  return childrenOfType(node, "modifier").some(({ text }) => text === modifier);
}

function arityOf(parameters: SyntaxNode | undefined): readonly [number, number] {
  const all = parameters === undefined ? [] : childrenOfType(parameters, "parameter");
  const optional = all.filter((one) => one.children.some(({ type }) => type === "="));
  // The last one of `params` stands in the list itself.
  const isOpen = parameters?.namedChildren.some((one) => isField(one, "name")) ?? false;
  return [all.length - optional.length, isOpen ? Infinity : all.length];
}
