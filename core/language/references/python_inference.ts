import type { Expression, ExpressionOfNode } from "../reference_rules.ts";
import { childrenOfType, field, hasToken, isFirstChild, type SyntaxNode } from "../syntax_node.ts";
import {
  argumentsOfCall,
  keywordArgument,
  nameOfParameter,
  parametersOf,
  pythonScopeOf,
} from "./python_scopes.ts";
import { toExpression, toWordSet } from "./tables.ts";

const FUNCTIONS = toWordSet("function_definition lambda class_definition");
const EXITS = toWordSet("return_statement raise_statement continue_statement break_statement");

/**
 * Returns the type that a value is checked for at a node: by `isinstance(value, T)` in an enclosing
 * condition, in an assertion before it, or in a negated condition that leaves the block.
 */
export function findNarrowedType(value: SyntaxNode): SyntaxNode | undefined {
  const { text } = value;
  let inner = value;
  for (let around = value.parent; around !== null; inner = around, around = around.parent) {
    if (FUNCTIONS.has(around.type)) return undefined;
    const found = around.type === "block" || around.type === "module"
      ? narrowedByStatements(around, inner, text)
      : narrowedByCondition(around, inner, text);
    if (found !== undefined) return found;
  }
  return undefined;
}

function narrowedByCondition(
  around: SyntaxNode,
  inner: SyntaxNode,
  text: string,
): SyntaxNode | undefined {
  switch (around.type) {
    case "if_statement":
    case "elif_clause":
    case "while_statement":
      return isFieldValue(around, "consequence", inner) || isFieldValue(around, "body", inner)
        ? checkedTypeIn(field(around, "condition"), text)
        : undefined;
    case "conditional_expression":
      return isFirstChild(inner)
        ? checkedTypeIn(around.namedChild(1) ?? undefined, text)
        : undefined;
    case "boolean_operator": {
      const isRight = isFieldValue(around, "right", inner);
      return isRight && hasToken(around, "and")
        ? checkedTypeIn(field(around, "left"), text)
        : undefined;
    }
  }
  return undefined;
}

/** Returns the type of a value after the earlier statements of a block. */
function narrowedByStatements(
  block: SyntaxNode,
  inner: SyntaxNode,
  text: string,
): SyntaxNode | undefined {
  let found: SyntaxNode | undefined;
  for (const statement of block.namedChildren) {
    if (statement.startIndex >= inner.startIndex) break;
    if (statement.type === "assert_statement") {
      found = checkedTypeIn(statement.firstNamedChild ?? undefined, text) ?? found;
    } else if (statement.type === "if_statement") {
      const condition = field(statement, "condition");
      const last = field(statement, "consequence")?.lastNamedChild;
      if (condition?.type !== "not_operator" || !EXITS.has(last?.type ?? "")) continue;
      found = checkedTypeIn(field(condition, "argument"), text) ?? found;
    } else if (found !== undefined && statement.type === "expression_statement") {
      const assigned = statement.firstNamedChild;
      if (assigned?.type === "assignment" && field(assigned, "left")?.text === text) {
        found = undefined;
      }
    }
  }
  return found;
}

/** Returns the type that a value has when a condition is true. */
function checkedTypeIn(condition: SyntaxNode | undefined, text: string): SyntaxNode | undefined {
  switch (condition?.type) {
    case "parenthesized_expression":
      return checkedTypeIn(condition.firstNamedChild ?? undefined, text);
    case "boolean_operator":
      if (!hasToken(condition, "and")) return undefined;
      return checkedTypeIn(field(condition, "left"), text) ??
        checkedTypeIn(field(condition, "right"), text);
    case "call": {
      if (field(condition, "function")?.text !== "isinstance") return undefined;
      const [checked, type] = argumentsOfCall(condition);
      return checked?.text === text ? type : undefined;
    }
  }
  return undefined;
}

function isFieldValue(node: SyntaxNode, name: string, inner: SyntaxNode): boolean {
  return field(node, name)?.id === inner.id;
}

/**
 * Forms of parameter types that contain a type variable, with the way in which the argument
 * determines the variable.
 */
const PARAMETER_FORMS: readonly (readonly [RegExp, ExpressionOfNode["is"]])[] = [
  [/^(?:(?:\w+\.)*Optional\[)?(\w+)\]?(?:\s*\|\s*None)?$/, "same"],
  [
    /^(?:\w+\.)*(?:list|List|Sequence|Iterable|Iterator|AsyncIterable|AsyncIterator)\[(\w+)\]/,
    "element",
  ],
  [/^(?:\w+\.)*(?:type|Type)\[(\w+)\]/, "call"],
  [/^(?:\w+\.)*Callable\[.*,\s*(\w+)\]/s, "call"],
];

/**
 * Returns the argument of a call that determines a type variable of the called function: `C` of
 * `make(C)` for `def make(kind: type[T]) -> T`.
 */
export function genericArgument(
  call: SyntaxNode,
  callee: SyntaxNode,
  parameter: string,
): Expression | undefined {
  const owner = callee.parent;
  if (owner === null) return undefined;
  const isMethod = pythonScopeOf(owner).type !== undefined;
  const parameters = parametersOf(owner).slice(isMethod ? 1 : 0);
  const args = argumentsOfCall(call);
  for (const [index, one] of parameters.entries()) {
    const type = field(one, "type")?.text ?? "";
    const form = PARAMETER_FORMS.find(([pattern]) => pattern.exec(type)?.[1] === parameter)?.[1];
    if (form === undefined) continue;
    const name = nameOfParameter(one)?.text;
    const named = keywordArgument(args, name);
    const value = named === undefined ? args[index] : field(named, "value");
    if (value === undefined || value.type.endsWith("splat") || value.type === "keyword_argument") {
      continue;
    }
    return toExpression(form, value);
  }
  return undefined;
}

const FIXTURE_REGEXP = /\bfixture\b/;
const TEST_REGEXP = /^test/;
const FUNCTION = "function_definition";

/** Pytest fixtures, which are passed by name to the parameters of tests and of other fixtures. */
export const FIXTURES = {
  providesValue: (name: SyntaxNode): boolean =>
    name.parent?.type === FUNCTION && isFixture(name.parent),
  acceptsFixture(parameter: SyntaxNode): boolean {
    const list = parameter.parent?.type === "parameters"
      ? parameter.parent
      : parameter.parent?.parent;
    const callable = list?.type === "parameters" ? list.parent : null;
    return callable?.type === FUNCTION &&
      (TEST_REGEXP.test(field(callable, "name")?.text ?? "") || isFixture(callable));
  },
};

function isFixture(definition: SyntaxNode): boolean {
  const outer = definition.parent;
  return outer?.type === "decorated_definition" &&
    childrenOfType(outer, "decorator").some(({ text }) => FIXTURE_REGEXP.test(text));
}
