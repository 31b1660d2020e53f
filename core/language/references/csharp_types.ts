import type { DeclaredName, Expression, ReferenceRules } from "../reference_rules.ts";
import {
  childOfType,
  childrenOfType,
  field,
  findAncestor,
  hasChild,
  hasToken,
  isInField,
  isSameNode,
  rootOf,
  type SyntaxNode,
} from "../syntax_node.ts";
import {
  createExpressionReader,
  createInnerTypeReader,
  createTypeNamesReader,
  declared,
  declareElement,
  declareTyped,
  type NameReader,
  patternScope,
  resultOfMember,
  toExpression,
  toWordSet,
} from "./tables.ts";

/** Declarations of types with members. */
const TYPES = toWordSet(
  "class_declaration struct_declaration interface_declaration record_declaration enum_declaration",
);
const BODIES = toWordSet("declaration_list enum_member_declaration_list");

/** Types that are read as their argument, because they are awaited or unwrapped. */
const TRANSPARENT = toWordSet("Task ValueTask Nullable");
/** Methods of sequences, dictionaries and other containers. */
const MEMBERS = {
  same: toWordSet(
    "Where OrderBy OrderByDescending ThenBy ThenByDescending Take TakeWhile Skip SkipWhile Distinct Reverse Concat " +
      "Union Except Intersect Append Prepend ToList ToArray ToHashSet ToImmutableArray ToImmutableList AsEnumerable " +
      "AsQueryable AsReadOnly DefaultIfEmpty Clone ConfigureAwait FindAll Include AsNoTracking",
  ),
  element: toWordSet(
    "First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt ElementAtOrDefault Find FindLast " +
      "FirstAsync FirstOrDefaultAsync SingleAsync SingleOrDefaultAsync FindAsync MinBy MaxBy Aggregate Peek Pop " +
      "Dequeue GetValueOrDefault GetOrAdd AddOrUpdate GetService GetRequiredService",
  ),
};
/** Methods of containers that call their argument with an element. */
const CALLING_WITH_ELEMENT = toWordSet(
  [...MEMBERS.same, ...MEMBERS.element].join(" ") +
    " Select SelectMany Any All Count Sum Min Max Average ForEach GroupBy ToDictionary ToLookup Exists RemoveAll " +
    "TrueForAll FindIndex ConvertAll AnyAsync CountAsync ContinueWith",
);

function readMember(node: SyntaxNode): Expression | undefined {
  return toExpression("name", lastNameOf(node));
}

const typeNames: ReferenceRules["typeNames"] = createTypeNamesReader({
  "identifier": "name",
  "generic_name": (type) => {
    const name = type.firstNamedChild;
    const inner = type.lastNamedChild?.firstNamedChild;
    if (name === null) return [];
    return TRANSPARENT.has(name.text) && inner ? typeNames(inner) : [name];
  },
  "qualified_name alias_qualified_name": "in name",
  "nullable_type ref_type scoped_type": "in type",
  "type_parameter_constraint primary_constructor_base_type": "in type",
  "implicit_type": "any",
}, "none");

const elementType: ReferenceRules["elementType"] = createInnerTypeReader({
  "array_type": "type",
  "generic_name": (type) => {
    const last = type.lastNamedChild?.lastNamedChild ?? undefined;
    // The awaited value is a list.
    return TRANSPARENT.has(type.firstNamedChild?.text ?? "") ? last && elementType(last) : last;
  },
  "nullable_type": "in type",
});

/** Returns the sequence whose elements a call passes to its lambda. */
function findIterated(call: SyntaxNode): SyntaxNode | undefined {
  const callee = field(call, "function");
  return callee !== undefined && CALLING_WITH_ELEMENT.has(lastNameOf(callee)?.text ?? "")
    ? field(callee, "expression")
    : undefined;
}

/** Returns the last name of a path, without its type arguments. */
function lastNameOf(path: SyntaxNode): SyntaxNode | null | undefined {
  const name = field(path, "name");
  return name?.type === "generic_name" ? name.firstNamedChild : name;
}

/** Returns the declaration of the type whose body is around a node. */
function findEnclosingType(node: SyntaxNode): SyntaxNode | undefined {
  for (
    let body = findAncestor(node, BODIES);
    body !== undefined;
    body = findAncestor(body, BODIES)
  ) {
    if (body.parent !== null && TYPES.has(body.parent.type)) return body.parent;
  }
  return undefined;
}

function ownerAt(node: SyntaxNode): string | undefined {
  const isBody = BODIES.has(node.type) && node.parent !== null &&
    TYPES.has(node.parent.type);
  return field(isBody ? node.parent! : findEnclosingType(node), "name")?.text;
}

export const CSHARP_TYPES = {
  readExpression: createExpressionReader({
    "identifier implicit_parameter": "name",
    "generic_name": "name first",
    "qualified_name member_access_expression member_binding_expression": readMember,
    "alias_qualified_name declaration_expression": readMember,
    "conditional_access_expression": "same last",
    "invocation_expression": "call function",
    "object_creation_expression cast_expression default_expression": "typed type",
    "as_expression": "typed right",
    "implicit_object_creation_expression": ({ parent: declarator }) => {
      if (declarator?.type === "property_declaration") {
        return toExpression("typed", field(declarator, "type"));
      }
      const isVariable = declarator?.type === "variable_declarator";
      return isVariable ? toExpression("typed", field(declarator.parent, "type")) : undefined;
    },
    "this": "self",
    "base": "super",
    "element_access_expression": "element expression",
    "conditional_expression": "same consequence",
    "assignment_expression": "same left",
    "parenthesized_expression await_expression postfix_unary_expression": "same first",
    "checked_expression ref_expression with_expression": "same first",
    "string_literal verbatim_string_literal raw_string_literal": "typed",
    "interpolated_string_expression character_literal integer_literal real_literal": "typed",
    "boolean_literal predefined_type typeof_expression sizeof_expression": "typed",
    "binary_expression prefix_unary_expression is_expression is_pattern_expression": "typed",
  }),
  typeNames,
  elementType,
  foreignResult(callee) {
    return resultOfMember(lastNameOf(callee)?.text ?? "", field(callee, "expression"), MEMBERS);
  },
  basesOf(name) {
    const list = childOfType(name.parent, "base_list");
    return list?.namedChildren.filter(({ type }) => type !== "argument_list") ?? [];
  },
  ownerAt,
} satisfies Partial<ReferenceRules>;

/** Nodes with parameters. */
const CALLABLES = toWordSet(
  "method_declaration constructor_declaration local_function_statement lambda_expression delegate_declaration " +
    "indexer_declaration operator_declaration conversion_operator_declaration anonymous_method_expression " +
    "class_declaration struct_declaration record_declaration",
);
const BLOCKS = toWordSet(
  "block for_statement foreach_statement using_statement fixed_statement switch_section lambda_expression " +
    "arrow_expression_clause compilation_unit",
);
const PATTERN_SCOPES = {
  tests: toWordSet(
    "if_statement while_statement for_statement do_statement conditional_expression return_statement " +
      "expression_statement local_declaration_statement switch_section switch_expression_arm lambda_expression " +
      "arrow_expression_clause block",
  ),
  negations: toWordSet("prefix_unary_expression negated_pattern"),
  blocks: BLOCKS,
};

/** Readers of declarations by the node and field of the name. */
export const DECLARATIONS: Readonly<Record<string, string | NameReader>> = {
  "class_declaration.name struct_declaration.name interface_declaration.name": declareType,
  "record_declaration.name enum_declaration.name delegate_declaration.name": declareType,
  "type_parameter.name": declareTypeParameter,
  "method_declaration.name constructor_declaration.name": declareMethod,
  "local_function_statement.name": declareMethod,
  "property_declaration.name event_declaration.name": (_name, node) => ({
    ...declareMember(node, "value"),
    type: field(node, "type"),
  }),
  "enum_member_declaration.name": (_name, node) => ({
    ...declareMember(node, "value"),
    type: field(findEnclosingType(node), "name"),
  }),
  "variable_declarator.name": declareVariable,
  "parameter.name parameter_list.name": declareParameter,
  "catch_declaration.name": (_name, node) => declareTyped(field(node, "type"), node.parent),
  "declaration_pattern.name recursive_pattern.name var_pattern.name": (name, node) =>
    declareTyped(field(node, "type"), patternScope(name, PATTERN_SCOPES)),
  "declaration_expression.name": (name, node) =>
    declareTyped(field(node, "type"), findAncestor(name, BLOCKS)),
  "tuple_element.name": "value",
  "from_clause.name": (_name, node) => declareQueryVariable(node, node.namedChildren.at(-1)),
  "join_clause.name": (_name, node) => declareQueryVariable(node, node.namedChildren.at(1)),
  "let_clause.name": (_name, node) =>
    declareTyped(undefined, findAncestor(node, "query_expression"), node.lastNamedChild),
  "tuple_pattern parenthesized_variable_designation": (name) =>
    declareTyped(undefined, findAncestor(name, BLOCKS)),
  "foreach_statement.left": (_name, node) =>
    declareElement(field(node, "type"), node, field(node, "right")),
};

/** Declares a type: a type of a namespace for all files, a type in another type as its member. */
function declareType(_name: SyntaxNode, node: SyntaxNode): DeclaredName {
  const around = findEnclosingType(node);
  return declared("type", {
    scope: field(around, "body") ?? rootOf(node),
    owner: field(around, "name")?.text,
    isPrivate: hasChild(node, "modifier", "private"),
  });
}

/** Declares a parameter of a generic definition with its constraint. */
function declareTypeParameter({ text }: SyntaxNode, node: SyntaxNode): DeclaredName {
  const scope = node.parent?.parent ?? undefined;
  const clause = childrenOfType(scope, "type_parameter_constraints_clause")
    .find((one) => one.firstNamedChild?.text === text);
  const type = clause?.namedChildren.find((one) => field(one, "type") !== undefined);
  return declared("type", { scope, type, isTypeParameter: true });
}

function declareMember(node: SyntaxNode, kind: "function" | "value"): DeclaredName {
  const isPrivate = hasChild(node, "modifier", "private");
  return declared(kind, { owner: ownerAt(node), isPrivate });
}

function declareMethod(_name: SyntaxNode, node: SyntaxNode): DeclaredName {
  const parameters = field(node, "parameters");
  const isLocal = node.type === "local_function_statement";
  const first = parameters?.firstNamedChild;
  const isExtension = first?.type === "parameter" && hasChild(first, "modifier", "this");
  const [least, most] = arityOf(parameters);
  return {
    ...(isLocal
      ? declared("function", { scope: findAncestor(node, BLOCKS) })
      : declareMember(node, "function")),
    type: field(node, isLocal ? "type" : "returns"),
    extendedType: isExtension ? field(first, "type") : undefined,
    arity: isExtension ? [least - 1, most] : [least, most],
  };
}

function declareVariable(_name: SyntaxNode, declarator: SyntaxNode): DeclaredName {
  const declaration = declarator.parent!;
  const type = field(declaration, "type");
  const last = declarator.namedChildCount > 1 ? declarator.lastNamedChild ?? undefined : undefined;
  const outer = declaration.parent;
  if (outer?.type === "field_declaration" || outer?.type === "event_field_declaration") {
    return { ...declareMember(outer, "value"), type };
  }
  return declareTyped(type, findAncestor(declaration, BLOCKS), last);
}

/** Declares a parameter; a parameter of a record is also a property. */
function declareParameter(_name: SyntaxNode, parameter: SyntaxNode): DeclaredName {
  const callable = findAncestor(parameter, CALLABLES);
  const type = field(parameter, "type");
  if (callable?.type === "lambda_expression" && type === undefined) {
    return declareLambdaParameter(parameter, callable);
  }
  const isProperty = callable?.type === "record_declaration";
  return {
    ...declareTyped(type, callable),
    owner: isProperty ? field(callable, "name")?.text : undefined,
  };
}

/**
 * Declares a parameter of a lambda: an element of the sequence whose method the lambda is passed
 * to.
 */
export function declareLambdaParameter(node: SyntaxNode, lambda: SyntaxNode): DeclaredName {
  const list = lambda.parent?.type === "argument" ? lambda.parent.parent : null;
  const call = list?.parent?.type === "invocation_expression" ? list.parent : undefined;
  const parameters = field(lambda, "parameters");
  const isFirst = isSameNode(parameters, node) || isSameNode(parameters?.firstNamedChild, node);
  const value = call === undefined || !isFirst ? undefined : findIterated(call);
  return declared("value", { scope: lambda, value, isElement: value !== undefined });
}

function declareQueryVariable(clause: SyntaxNode, value: SyntaxNode | undefined): DeclaredName {
  return declareElement(field(clause, "type"), findAncestor(clause, "query_expression"), value);
}

function arityOf(parameters: SyntaxNode | undefined): readonly [number, number] {
  const all = childrenOfType(parameters, "parameter");
  const optional = all.filter((one) => hasToken(one, "="));
  // The last parameter of `params` is in the list itself.
  const isOpen = parameters?.namedChildren.some((one) => isInField(one, "name")) ?? false;
  return [all.length - optional.length, isOpen ? Infinity : all.length];
}
