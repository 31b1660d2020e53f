import type { DeclaredName } from "../reference_rules.ts";
import {
  childrenOfType,
  field,
  findAround,
  hasChild,
  hasToken,
  isField,
  isSameNode,
  rootOf,
  type SyntaxNode,
} from "../syntax_node.ts";
import { csharpListCalled, csharpOwnerAt, csharpTypeAround } from "./csharp_types.ts";
import { declared, patternScope, setOf, tableOf } from "./tables.ts";

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

const QUERIES = setOf("query_expression");

/** What a name declares that stands in the field `name`, by what it stands in. */
const DECLARATIONS = tableOf<(parent: SyntaxNode, node: SyntaxNode) => DeclaredName>({
  "class_declaration struct_declaration interface_declaration record_declaration": declareType,
  "enum_declaration delegate_declaration": declareType,
  "type_parameter": declareTypeParameter,
  "method_declaration constructor_declaration local_function_statement": declareMethod,
  "property_declaration event_declaration": (parent) => ({
    ...declareMember(parent, "value"),
    type: field(parent, "type"),
  }),
  "enum_member_declaration": (parent) => ({
    ...declareMember(parent, "value"),
    type: field(csharpTypeAround(parent), "name"),
  }),
  "variable_declarator": declareVariable,
  "parameter parameter_list": declareParameter,
  "catch_declaration": (parent) => declareTyped(field(parent, "type"), parent.parent ?? undefined),
  "declaration_pattern recursive_pattern var_pattern": (parent, node) => {
    const scope = patternScope(node, { tests: TESTS, negations: NEGATIONS, blocks: BLOCKS });
    return declareTyped(field(parent, "type"), scope);
  },
  "declaration_expression": (parent, node) =>
    declareTyped(field(parent, "type"), findAround(node, BLOCKS)),
  "tuple_element": () => declared("value"),
  "from_clause": (parent) => declareQueried(parent, parent.namedChildren.at(-1)),
  "join_clause": (parent) => declareQueried(parent, parent.namedChildren.at(1)),
  "let_clause": (parent) =>
    declareTyped(undefined, findAround(parent, QUERIES), parent.lastNamedChild ?? undefined),
});

/** Reads a name in the field `name` of what may declare it. */
export function readCsharpDeclared(
  node: SyntaxNode,
  parent: SyntaxNode,
): DeclaredName | undefined {
  return DECLARATIONS.get(parent.type)?.(parent, node);
}

/** Declares a type: one of a namespace for all files, one in another type as a member of that. */
function declareType(node: SyntaxNode): DeclaredName {
  const around = csharpTypeAround(node);
  return declared("type", {
    scope: field(around, "body") ?? rootOf(node),
    owner: field(around, "name")?.text,
    isPrivate: hasChild(node, "modifier", "private"),
  });
}

/** Declares a parameter of a generic definition with what it must be. */
function declareTypeParameter(node: SyntaxNode, { text }: SyntaxNode): DeclaredName {
  const scope = node.parent?.parent ?? undefined;
  const clause = childrenOfType(scope, "type_parameter_constraints_clause")
    .find((one) => one.firstNamedChild?.text === text);
  const type = clause?.namedChildren.find((one) => field(one, "type") !== undefined);
  return declared("type", { scope, type, isParameter: true });
}

/** Declares a member of the type around it. */
function declareMember(node: SyntaxNode, kind: "function" | "value"): DeclaredName {
  const isPrivate = hasChild(node, "modifier", "private");
  return declared(kind, { owner: csharpOwnerAt(node), isPrivate });
}

/** Declares a method, a constructor or a local function. */
function declareMethod(node: SyntaxNode): DeclaredName {
  const parameters = field(node, "parameters");
  const isLocal = node.type === "local_function_statement";
  const first = parameters?.firstNamedChild;
  const isExtension = first?.type === "parameter" && hasChild(first, "modifier", "this");
  const [least, most] = arityOf(parameters);
  return {
    ...(isLocal
      ? declared("function", { scope: findAround(node, BLOCKS) })
      : declareMember(node, "function")),
    type: field(node, isLocal ? "type" : "returns"),
    extended: isExtension ? field(first, "type") : undefined,
    arity: isExtension ? [least - 1, most] : [least, most],
  };
}

/** Declares a field, an event or a local variable. */
function declareVariable(declarator: SyntaxNode): DeclaredName {
  const declaration = declarator.parent!;
  const type = field(declaration, "type");
  const last = declarator.namedChildCount > 1 ? declarator.lastNamedChild ?? undefined : undefined;
  const outer = declaration.parent;
  if (outer?.type === "field_declaration" || outer?.type === "event_field_declaration") {
    return { ...declareMember(outer, "value"), type };
  }
  return declareTyped(type, findAround(declaration, BLOCKS), last);
}

/** Declares a parameter; one of a record is a property, too. */
function declareParameter(parameter: SyntaxNode): DeclaredName {
  const callable = findAround(parameter, CALLABLES);
  const type = field(parameter, "type");
  if (callable?.type === "lambda_expression" && type === undefined) {
    return declareCsharpLambdaParameter(parameter, callable);
  }
  const isProperty = callable?.type === "record_declaration";
  return {
    ...declareTyped(type, callable),
    owner: isProperty ? field(callable, "name")?.text : undefined,
  };
}

/** Declares a parameter of a lambda: an element of the sequence whose method it is given to. */
export function declareCsharpLambdaParameter(node: SyntaxNode, lambda: SyntaxNode): DeclaredName {
  const list = lambda.parent?.type === "argument" ? lambda.parent.parent : null;
  const call = list?.parent?.type === "invocation_expression" ? list.parent : undefined;
  const parameters = field(lambda, "parameters");
  const isFirst = isSameNode(parameters, node) || isSameNode(parameters?.firstNamedChild, node);
  const value = call === undefined || !isFirst ? undefined : csharpListCalled(call);
  return declared("value", { scope: lambda, value, isElement: value !== undefined });
}

/** Declares a variable of `out var x` or of a tuple, for the block around it. */
export function declareCsharpPart(node: SyntaxNode): DeclaredName {
  return declareTyped(undefined, findAround(node, BLOCKS));
}

/** Declares a variable of a loop. */
export function declareCsharpElement(loop: SyntaxNode): DeclaredName {
  return declareElement(field(loop, "type"), loop, field(loop, "right"));
}

function declareQueried(clause: SyntaxNode, value: SyntaxNode | undefined): DeclaredName {
  return declareElement(field(clause, "type"), findAround(clause, QUERIES), value);
}

/** Declares an element of a value by its type, or by the value when no type is written. */
function declareElement(
  type: SyntaxNode | undefined,
  scope: SyntaxNode | undefined,
  value: SyntaxNode | undefined,
): DeclaredName {
  const typed = declareTyped(type, scope, value);
  return { ...typed, isElement: typed.type === undefined };
}

/** Declares a value by its type, or by what it begins with when that is `var`. */
function declareTyped(
  type: SyntaxNode | undefined,
  scope: SyntaxNode | undefined,
  value?: SyntaxNode,
): DeclaredName {
  const isInferred = type === undefined || type.type === "implicit_type";
  return declared("value", { scope, ...(isInferred ? { value } : { type }) });
}

function arityOf(parameters: SyntaxNode | undefined): readonly [number, number] {
  const all = childrenOfType(parameters, "parameter");
  const optional = all.filter((one) => hasToken(one, "="));
  // The last one of `params` stands in the list itself.
  const isOpen = parameters?.namedChildren.some((one) => isField(one, "name")) ?? false;
  return [all.length - optional.length, isOpen ? Infinity : all.length];
}
