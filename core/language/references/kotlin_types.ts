import type { Expression, ReferenceRules } from "../reference_rules.ts";
import {
  childOfType,
  childrenOfType,
  field,
  findAncestor,
  hasToken,
  type SyntaxNode,
} from "../syntax_node.ts";
import {
  createExpressionReader,
  createInnerTypeReader,
  createTypeNamesReader,
  findFirstIn,
  resultOfMember,
  toExpression,
  toWordSet,
} from "./tables.ts";

const TYPES = toWordSet(
  "user_type nullable_type function_type parenthesized_type non_nullable_type",
);
const OWNERS = toWordSet("class_body enum_class_body function_declaration property_declaration");
/** Functions that pass their receiver to their lambda as its parameter, or as `this`. */
const PASSING_IT = toWordSet("let also takeIf takeUnless");
const PASSING_THIS = toWordSet("apply run");
/** Functions of lists, maps and other containers. */
const MEMBERS = {
  same: toWordSet(
    "filter filterNotNull filterNot sortedBy sortedByDescending sorted sortedWith take drop takeWhile dropWhile " +
      "toList toMutableList toSet toMutableSet asSequence asReversed reversed distinct distinctBy onEach plus minus " +
      "shuffled iterator values also apply takeIf takeUnless stream",
  ),
  element: toWordSet(
    "first firstOrNull last lastOrNull single singleOrNull find findLast get getOrNull getOrElse getValue getOrPut " +
      "elementAt maxBy maxByOrNull minBy minByOrNull random removeAt removeFirst removeLast next poll peek pop await " +
      "getOrThrow getOrDefault remove",
  ),
};
/** Functions of containers that call their lambda with an element. */
const CALLING_WITH_ELEMENT = toWordSet(
  "forEach filter filterNot map mapNotNull flatMap any all none count find first firstOrNull last lastOrNull " +
    "sumOf sortedBy sortedByDescending groupBy associate associateBy associateWith partition onEach maxBy minBy " +
    "maxByOrNull minByOrNull maxOf minOf joinToString single singleOrNull removeIf takeWhile dropWhile indexOfFirst",
);

/**
 * Returns the argument of a lambda: the receiver of the call that it is passed to, or an element of
 * it.
 */
export function lambdaArgument(lambda: SyntaxNode): Expression | undefined {
  const { name, of } = findLambdaCall(lambda);
  if (PASSING_IT.has(name)) return toExpression("same", of);
  return CALLING_WITH_ELEMENT.has(name) ? toExpression("element", of) : undefined;
}

function readThis(node: SyntaxNode): Expression | undefined {
  // `this@Outer`
  if (node.firstNamedChild !== null) return toExpression("typed", node.firstNamedChild);
  const { name, of } = findLambdaCall(findAncestor(node, "lambda_literal"));
  return of && PASSING_THIS.has(name) ? toExpression("same", of) : { is: "self" };
}

/** Returns the name of the member that a lambda is passed to, and the receiver of the member. */
function findLambdaCall(
  lambda: SyntaxNode | undefined,
): { readonly name: string; readonly of?: SyntaxNode | null } {
  let call = lambda?.parent;
  while (call && /^(?:annotated_lambda|value_arguments?)$/.test(call.type)) call = call.parent;
  const first = call?.type === "call_expression" ? call.firstNamedChild : undefined;
  const callee = first?.type === "call_expression" ? first.firstNamedChild : first;
  if (callee?.type !== "navigation_expression") return { name: "" };
  return { name: callee.lastNamedChild?.text ?? "", of: callee.firstNamedChild };
}

const typeNames = createTypeNamesReader({
  "identifier": "name",
  "user_type": (type) => childrenOfType(type, "identifier").slice(-1),
  "nullable_type parenthesized_type non_nullable_type type_projection": "in last",
}, "none");

function listBaseTypes(node: SyntaxNode): readonly SyntaxNode[] {
  const list = childOfType(node, "delegation_specifiers")?.namedChildren ?? [];
  return list.flatMap(({ firstNamedChild: one }) =>
    one === null ? [] : one.type === "user_type" ? [one] : childrenOfType(one, "user_type")
  );
}

/** Returns the type before the name of an extension. */
export function extendedTypeOf(declaration: SyntaxNode): SyntaxNode | undefined {
  const isProperty = declaration.type === "property_declaration";
  const children = declaration.namedChildren;
  const name = isProperty
    ? childOfType(declaration, "variable_declaration")
    : field(declaration, "name");
  return children.find((one) =>
    TYPES.has(one.type) && name !== undefined && one.startIndex < name.startIndex
  );
}

/** Returns the type among the children of a node after an offset. */
export function findTypeAfter(node: SyntaxNode, after: number): SyntaxNode | undefined {
  return node.namedChildren.find((one) => TYPES.has(one.type) && one.startIndex >= after);
}

/**
 * Returns the name of the type around a node, or of the type that the function around it extends.
 */
function ownerAt(node: SyntaxNode): string | undefined {
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    if (!OWNERS.has(around.type)) continue;
    if (!around.type.endsWith("_body")) {
      const type = /body|getter|setter/.test(inner.type) ? extendedTypeOf(around) : undefined;
      if (type !== undefined) return typeNames(type)?.[0]?.text;
      continue;
    }
    const owner = around.parent!;
    // The members of a companion are those of the class around it.
    if (owner.type === "companion_object" || owner.type === "enum_entry") continue;
    if (owner.type === "object_literal") {
      return findFirstIn(listBaseTypes(owner), (one) => typeNames(one)?.[0])?.text;
    }
    return field(owner, "name")?.text;
  }
  return undefined;
}

export const KOTLIN_TYPES = {
  readExpression: createExpressionReader({
    "identifier": (node) => {
      const lambda = node.text === "it" ? findAncestor(node, "lambda_literal") : undefined;
      return node.text === "it" ? lambda && lambdaArgument(lambda) : toExpression("name", node);
    },
    "user_type": (node) => toExpression("name", childrenOfType(node, "identifier").at(-1)),
    "navigation_expression": ({ lastNamedChild: last }) =>
      last?.type === "identifier" ? toExpression("name", last) : undefined,
    "call_expression": ({ firstNamedChild: first }) =>
      first?.type === "call_expression" ? toExpression("same", first) : toExpression("call", first),
    "this_expression": readThis,
    "super_expression": "super",
    "as_expression": "typed right",
    "object_literal": (node) => toExpression("typed", listBaseTypes(node)[0]),
    "index_expression": "element first",
    "parenthesized_expression": "same first",
    "unary_expression": (node) =>
      node.text.endsWith("!!") ? toExpression("same", field(node, "argument")) : undefined,
    "binary_expression": (node) =>
      hasToken(node, "?:") ? toExpression("same", field(node, "left")) : undefined,
    "string_literal multiline_string_literal number_literal float_literal character_literal":
      "typed",
    "boolean_literal is_expression in_expression": "typed",
  }),
  typeNames,
  elementType: createInnerTypeReader({
    "user_type": (type) =>
      childOfType(type, "type_arguments")?.lastNamedChild?.lastNamedChild ?? undefined,
    "nullable_type": "in last",
  }),
  foreignResult(callee) {
    const of = callee.type === "navigation_expression" ? callee.firstNamedChild : undefined;
    return resultOfMember(callee.lastNamedChild?.text ?? "", of, MEMBERS);
  },
  basesOf: ({ parent }) => parent === null ? [] : listBaseTypes(parent),
  ownerAt,
} satisfies Partial<ReferenceRules>;
