import { type Expression, findAround, isSameNode } from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { childrenOfType, field } from "../syntax_node.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const TYPES = setOf("user_type nullable_type function_type parenthesized_type non_nullable_type");
const OWNERS = setOf("class_body enum_class_body function_declaration property_declaration");
const LAMBDAS = setOf("lambda_literal");
const FOREIGN = setOf(
  "string_literal multiline_string_literal number_literal float_literal character_literal boolean_literal " +
    "is_expression in_expression",
);

/** Functions that give what they are called on to their lambda as its parameter, or as `this`. */
const GIVING_IT = setOf("let also takeIf takeUnless");
const GIVING_THIS = setOf("apply run");
/** Functions of lists that give such a list of the same elements, or what they are called on. */
const SAME = setOf(
  "filter filterNotNull filterNot sortedBy sortedByDescending sorted sortedWith take drop takeWhile dropWhile " +
    "toList toMutableList toSet toMutableSet asSequence asReversed reversed distinct distinctBy onEach plus minus " +
    "shuffled iterator values also apply takeIf takeUnless stream",
);
/** Functions of them that give an element, or a value of a map. */
const ELEMENT = setOf(
  "first firstOrNull last lastOrNull single singleOrNull find findLast get getOrNull getOrElse getValue getOrPut " +
    "elementAt maxBy maxByOrNull minBy minByOrNull random removeAt removeFirst removeLast next poll peek pop await " +
    "getOrThrow getOrDefault remove",
);
/** Functions of them that call their lambda with an element. */
const CALLING = setOf(
  "forEach filter filterNot map mapNotNull flatMap any all none count find first firstOrNull last lastOrNull " +
    "sumOf sortedBy sortedByDescending groupBy associate associateBy associateWith partition onEach maxBy minBy " +
    "maxByOrNull minByOrNull maxOf minOf joinToString single singleOrNull removeIf takeWhile dropWhile indexOfFirst",
);

/** Returns what can be told of the type of an expression of Kotlin. */
export function readKotlinExpression(node: SyntaxNode): Expression | undefined {
  if (FOREIGN.has(node.type)) return { is: "typed", type: node };
  const first = node.firstNamedChild;
  switch (node.type) {
    case "identifier":
      return node.text === "it" ? readIt(node) : { is: "name", name: node };
    case "user_type":
      return nameOf(lastName(node));
    case "navigation_expression":
      return nameOf(node.lastNamedChild);
    case "call_expression":
      return first === null
        ? undefined
        : first.type === "call_expression"
        ? { is: "same", of: first }
        : { is: "call", callee: first };
    case "this_expression":
      return readThis(node);
    case "super_expression":
      return { is: "super" };
    case "as_expression": {
      const type = field(node, "right");
      return type && { is: "typed", type };
    }
    case "object_literal": {
      const [type] = basesIn(node);
      return type && { is: "typed", type };
    }
    case "index_expression":
      return first === null ? undefined : { is: "element", of: first };
    case "parenthesized_expression":
      return first === null ? undefined : { is: "same", of: first };
    case "unary_expression": {
      const of = field(node, "argument");
      return of && node.text.endsWith("!!") ? { is: "same", of } : undefined;
    }
    case "binary_expression": {
      const of = field(node, "left");
      return of && node.children.some(({ type }) => type === "?:") ? { is: "same", of } : undefined;
    }
  }
  return undefined;
}

function nameOf(name: SyntaxNode | null | undefined): Expression | undefined {
  return name?.type === "identifier" ? { is: "name", name } : undefined;
}

function readIt(node: SyntaxNode): Expression | undefined {
  const lambda = findAround(node, LAMBDAS);
  return lambda && kotlinGiven(lambda);
}

/** Returns what a lambda is given: what its function is called on, or an element of that. */
export function kotlinGiven(lambda: SyntaxNode): Expression | undefined {
  const callee = calleeOf(lambda);
  const of = callee?.type === "navigation_expression" ? callee.firstNamedChild : undefined;
  const name = callee?.lastNamedChild?.text ?? "";
  if (of === null || of === undefined) return undefined;
  if (GIVING_IT.has(name)) return { is: "same", of };
  return CALLING.has(name) ? { is: "element", of } : undefined;
}

function readThis(node: SyntaxNode): Expression | undefined {
  // `this@Outer`
  const label = node.firstNamedChild;
  if (label !== null) return { is: "typed", type: label };
  const lambda = findAround(node, LAMBDAS);
  const callee = lambda && calleeOf(lambda);
  const of = callee?.type === "navigation_expression" ? callee.firstNamedChild : undefined;
  const isGiven = of && GIVING_THIS.has(callee?.lastNamedChild?.text ?? "");
  return isGiven ? { is: "same", of } : { is: "self" };
}

/** Returns the function that a lambda is given to. */
function calleeOf(lambda: SyntaxNode): SyntaxNode | undefined {
  let call = lambda.parent;
  while (call !== null && /^(?:annotated_lambda|value_arguments?)$/.test(call.type)) {
    call = call.parent;
  }
  if (call?.type !== "call_expression") return undefined;
  const callee = call.firstNamedChild ?? undefined;
  return callee?.type === "call_expression" ? callee.firstNamedChild ?? undefined : callee;
}

function lastName(type: SyntaxNode): SyntaxNode | undefined {
  return childrenOfType(type, "identifier").at(-1);
}

/** Returns the names of the types whose members a value of a type of Kotlin has. */
export function kotlinTypeNames(type: SyntaxNode): readonly SyntaxNode[] {
  if (type.type === "identifier") return [type];
  if (type.type === "user_type") {
    const name = lastName(type);
    return name === undefined ? [] : [name];
  }
  const isWrapper = TYPES.has(type.type) || type.type === "type_projection";
  if (type.type === "function_type" || !isWrapper) return [];
  return type.lastNamedChild === null ? [] : kotlinTypeNames(type.lastNamedChild);
}

/** Returns the type of the elements of a list of Kotlin, or of the values of a map. */
export function kotlinElementType(type: SyntaxNode): SyntaxNode | undefined {
  if (type.type === "user_type") {
    const [list] = childrenOfType(type, "type_arguments");
    return list?.lastNamedChild?.lastNamedChild ?? undefined;
  }
  return type.type === "nullable_type" && type.lastNamedChild !== null
    ? kotlinElementType(type.lastNamedChild)
    : undefined;
}

/** Returns what a call of a foreign function of a list of Kotlin gives: it again, or an element. */
export function kotlinForeignResult(callee: SyntaxNode): Expression | undefined {
  const of = callee.type === "navigation_expression" ? callee.firstNamedChild : null;
  const name = callee.lastNamedChild?.text ?? "";
  if (of === null) return undefined;
  if (SAME.has(name)) return { is: "same", of };
  return ELEMENT.has(name) ? { is: "element", of } : undefined;
}

/** Returns what a type of Kotlin extends and implements. */
export function kotlinBasesOf(name: SyntaxNode): readonly SyntaxNode[] {
  return name.parent === null ? [] : basesIn(name.parent);
}

function basesIn(node: SyntaxNode): readonly SyntaxNode[] {
  const [list] = childrenOfType(node, "delegation_specifiers");
  return (list?.namedChildren ?? []).flatMap(({ firstNamedChild: one }) =>
    one === null ? [] : one.type === "user_type" ? [one] : childrenOfType(one, "user_type")
  );
}

/** Returns the type before the name of an extension. */
export function kotlinReceiver(declaration: SyntaxNode): SyntaxNode | undefined {
  const isProperty = declaration.type === "property_declaration";
  const children = declaration.namedChildren;
  const name = isProperty
    ? children.find(({ type }) => type === "variable_declaration")
    : field(declaration, "name");
  return children.find((one) =>
    TYPES.has(one.type) && name !== undefined && one.startIndex < name.startIndex
  );
}

/** Returns the type that stands among the children of a node after an offset. */
export function kotlinTypeIn(node: SyntaxNode, after: number): SyntaxNode | undefined {
  return node.namedChildren.find((one) => TYPES.has(one.type) && one.startIndex >= after);
}

/** Returns the name of the type around a node, or of what the function around it extends. */
export function kotlinOwnerAt(node: SyntaxNode): string | undefined {
  let inner = node;
  for (let around = node.parent; around !== null; inner = around, around = around.parent) {
    if (!OWNERS.has(around.type)) continue;
    if (!around.type.endsWith("_body")) {
      const type = /body|getter|setter/.test(inner.type) ? kotlinReceiver(around) : undefined;
      if (type !== undefined) return kotlinTypeNames(type)[0]?.text;
      continue;
    }
    const owner = around.parent!;
    // The members of a companion are those of the class around it.
    if (owner.type === "companion_object" || owner.type === "enum_entry") continue;
    if (owner.type === "object_literal") return basesIn(owner).flatMap(kotlinTypeNames)[0]?.text;
    return field(owner, "name")?.text;
  }
  return undefined;
}

/** Returns whether a node is the first child of its parent. */
export function isFirstChild(node: SyntaxNode): boolean {
  return isSameNode(node.parent?.firstNamedChild, node);
}
