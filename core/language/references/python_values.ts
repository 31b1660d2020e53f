import type { DeclaredName } from "../reference_rules.ts";
import { field, indexOfNode, isInField, type SyntaxNode } from "../syntax_node.ts";
import { argumentsOfCall, decoratorsOf, keywordArgument } from "./python_scopes.ts";
import { elementType, isTypeAlias } from "./python_types.ts";
import { toTable, toWordSet } from "./tables.ts";

/** Value that a name is bound to. */
export type BoundValue = Omit<DeclaredName, "is">;

const PATTERNS = toWordSet(
  "pattern_list tuple_pattern list_pattern list_splat_pattern dictionary_splat_pattern as_pattern_target",
);
const PARAMETERS = toWordSet("parameters lambda_parameters");
const COMPOUND_STATEMENTS = toWordSet(
  "if_statement elif_clause else_clause for_statement while_statement with_statement try_statement " +
    "except_clause finally_clause match_statement case_clause block",
);
/** Functions that return a container with the elements of their argument. */
const SAME_ELEMENTS = toWordSet("sorted reversed list tuple set frozenset iter");
const RECORD_TYPE_FACTORIES = toWordSet("namedtuple NamedTuple TypedDict make_dataclass");
const CONTEXT_MANAGER_DECORATORS = toWordSet("contextmanager asynccontextmanager");

/** Reader of a bound name, selected by the type of the node around the name or its pattern. */
type ValueReader = (
  outer: SyntaxNode,
  target: SyntaxNode,
  inner: SyntaxNode,
) => BoundValue | undefined;

const VALUES = toTable<ValueReader>({
  "assignment": (outer, target, inner) =>
    isInField(inner, "left") ? readAssigned(outer, target, inner) : undefined,
  "for_statement for_in_clause": (outer, target, inner) =>
    isInField(inner, "left") ? readLoopVariable(outer, target, inner) : undefined,
  "named_expression": (outer, _target, inner) =>
    isInField(inner, "name") ? { kind: "value", value: field(outer, "value") } : undefined,
  "parameters lambda_parameters": (outer) => ({ kind: "value", scope: bodyOfFunction(outer) }),
  "typed_parameter default_parameter typed_default_parameter": readParameter,
  "as_pattern": readAsPattern,
  "case_pattern splat_pattern": () => ({ kind: "value" }),
  "type constrained_type": (_outer, target) => readTypeParameter(target),
});

/**
 * Returns the value that an assignment, a parameter, a loop, `with`, `except` or a pattern binds to
 * a name or an attribute; undefined when none does.
 */
export function readValue(target: SyntaxNode): BoundValue | undefined {
  let inner = target;
  let outer = target.parent!;
  while (PATTERNS.has(outer.type) || outer.type === "tuple" && isWithTarget(outer)) {
    inner = outer;
    outer = outer.parent!;
  }
  return VALUES.get(outer.type)?.(outer, target, inner);
}

/** Returns true for the target of `with … as (a, b)`. */
function isWithTarget(tuple: SyntaxNode): boolean {
  const outer = tuple.parent;
  return outer?.type === "as_pattern_target" || outer?.type === "tuple" && isWithTarget(outer);
}

function bodyOfFunction(parameters: SyntaxNode): SyntaxNode | undefined {
  return field(parameters.parent, "body");
}

function readParameter(
  parameter: SyntaxNode,
  _target: SyntaxNode,
  inner: SyntaxNode,
): BoundValue | undefined {
  if (isInField(inner, "type") || isInField(inner, "value")) return undefined;
  let outer = parameter.parent!;
  while (!PARAMETERS.has(outer.type) && outer.parent !== null) outer = outer.parent;
  const value = field(parameter, "value");
  return {
    kind: "value",
    scope: bodyOfFunction(outer),
    // The elements of `*args` have the type.
    type: inner.type === "identifier" ? field(parameter, "type") : undefined,
    value: value?.type === "none" ? undefined : value,
  };
}

function readAsPattern(
  pattern: SyntaxNode,
  _target: SyntaxNode,
  inner: SyntaxNode,
): BoundValue | undefined {
  if (inner.type !== "as_pattern_target" && inner.id !== pattern.lastNamedChild?.id) {
    return undefined;
  }
  const value = pattern.firstNamedChild ?? undefined;
  if (pattern.parent?.type === "except_clause") return { kind: "value", type: value };
  return { kind: "value", value: value?.type === "case_pattern" ? undefined : value };
}

/** Reads the `T` of `def f[T: Base]` and the `A` of `type A = …`. */
function readTypeParameter(name: SyntaxNode): BoundValue | undefined {
  const first = name.parent!;
  const outer = first.parent;
  if (outer?.type === "type_alias_statement" && isInField(first, "left")) {
    return { kind: "type", type: field(outer, "right") };
  }
  const isBound = outer?.type === "constrained_type";
  if (isBound && outer.firstNamedChild?.id !== first.id) return undefined;
  const list = isBound ? outer.parent?.parent : outer;
  if (list?.type !== "type_parameter" || list.parent?.type === "generic_type") return undefined;
  const bound = isBound ? outer.namedChild(1) ?? undefined : undefined;
  return { kind: "value", type: bound, isTypeParameter: true, scope: list.parent ?? undefined };
}

function readAssigned(assignment: SyntaxNode, target: SyntaxNode, left: SyntaxNode): BoundValue {
  const type = field(assignment, "type");
  let value = field(assignment, "right");
  while (value?.type === "assignment") value = field(value, "right");
  if (value !== undefined && left.id !== target.id) {
    const index = left.id === target.parent?.id ? indexOfNode(left.namedChildren, target) : -1;
    const isList = value.type === "expression_list" || value.type === "tuple";
    if (!isList) return index < 0 ? { kind: "value" } : { kind: "value", value, index };
    value = value.namedChildCount === left.namedChildCount
      ? value.namedChild(index) ?? undefined
      : undefined;
  }
  if (type !== undefined) {
    // The value of `x: TypeAlias = …` is the type that it is an alias of.
    return type.text.endsWith("TypeAlias")
      ? { kind: "type", type: value }
      : { kind: "value", type, value };
  }
  if (value === undefined) return { kind: "value" };
  if (value.type === "none") return { kind: "value", isForward: true };
  if (value.type === "lambda") return { kind: "function", value: field(value, "body") };
  if (isTypeAlias(value)) return { kind: "value", type: value };
  return value.type === "call" ? readCallValue(value) : { kind: "value", value };
}

/** Reads the value of a call: `TypeVar(…)`, `NewType(…)` and `namedtuple(…)` create types. */
function readCallValue(call: SyntaxNode): BoundValue {
  const name = field(call, "function")?.text.split(".").at(-1) ?? "";
  const args = argumentsOfCall(call);
  if (name === "TypeVar") {
    const bound = keywordArgument(args, "bound");
    return { kind: "value", type: field(bound, "value"), isTypeParameter: true };
  }
  if (name === "NewType") return { kind: "type", type: args[1] };
  return RECORD_TYPE_FACTORIES.has(name) ? { kind: "type" } : { kind: "value", value: call };
}

/**
 * Reads a variable of a loop or a comprehension; with `enumerate(…)` and `….items()` the second
 * variable is the element.
 */
function readLoopVariable(loop: SyntaxNode, target: SyntaxNode, left: SyntaxNode): BoundValue {
  const scope = loop.type === "for_in_clause" ? loop.parent ?? undefined : undefined;
  const isAlone = left.id === target.id;
  const index = isAlone
    ? undefined
    : left.id === target.parent?.id
    ? indexOfNode(left.namedChildren, target)
    : -1;
  const list = field(loop, "right");
  const found = list === undefined || index === -1 ? {} : elementsOf(list, index);
  return { kind: "value", scope, ...found };
}

/** Returns the list that a loop iterates over, for its variable at an index of several. */
function elementsOf(
  list: SyntaxNode,
  index: number | undefined,
): Pick<BoundValue, "value" | "isElement" | "index"> {
  const callee = list.type === "call" ? field(list, "function") : undefined;
  const args = argumentsOfCall(list);
  const name = callee?.type === "identifier" ? callee.text : "";
  const method = callee?.type === "attribute" && args.length === 0
    ? field(callee, "attribute")?.text
    : undefined;
  const elementOf = (value: SyntaxNode | undefined) =>
    value === undefined ? {} : { value, isElement: true };
  if (method === "values" && index === undefined) return elementOf(field(callee, "object"));
  if (method === "items") return index === 1 ? elementOf(field(callee, "object")) : {};
  if (method === "keys") return {};
  if (name === "enumerate") return index === 1 ? elementOf(args[0]) : {};
  if (name === "zip") return index === undefined ? {} : elementOf(args[index]);
  const same = SAME_ELEMENTS.has(name) ? args[0] ?? list : list;
  return { ...elementOf(same), index };
}

/** Returns the declaration of a Python function; a property is a value. */
export function readFunction(node: SyntaxNode): BoundValue {
  const decorators = decoratorsOf(node);
  const annotated = field(node, "return_type");
  const isManager = decorators.some((name) => CONTEXT_MANAGER_DECORATORS.has(name));
  const type = annotated !== undefined && isManager ? elementType(annotated) : annotated;
  const isValue = decorators.some((name) =>
    name.endsWith("property") || name === "setter" || name === "getter"
  );
  return {
    kind: isValue ? "value" : "function",
    type,
    value: type === undefined ? resultOf(node, isManager) : undefined,
    isForward: decorators.includes("overload"),
  };
}

/**
 * Returns the value that a function returns, or yields as a context manager, when there is only
 * one.
 */
function resultOf(node: SyntaxNode, isManager: boolean): SyntaxNode | undefined {
  const found: SyntaxNode[] = [];
  const body = field(node, "body");
  if (body === undefined || !collectResults(body, isManager, found)) return undefined;
  const [first, ...others] = found.filter(({ type }) => type !== "none");
  if (first === undefined) return undefined;
  const callee = (one: SyntaxNode) =>
    one.type === "call" ? field(one, "function")?.text : undefined;
  const isOne = others.every((one) => callee(one) !== undefined && callee(one) === callee(first));
  return isOne ? first : undefined;
}

/** Adds the values that the statements of a block return; returns false for a generator. */
function collectResults(block: SyntaxNode, isManager: boolean, found: SyntaxNode[]): boolean {
  for (const statement of block.namedChildren) {
    const { type } = statement;
    const inner = statement.firstNamedChild;
    if (type === "return_statement") {
      if (inner !== null && !isManager) found.push(inner);
    } else if (type === "expression_statement") {
      if (inner?.type !== "yield") continue;
      if (!isManager) return false;
      if (inner.firstNamedChild !== null) found.push(inner.firstNamedChild);
    } else if (COMPOUND_STATEMENTS.has(type) && !collectResults(statement, isManager, found)) {
      return false;
    }
  }
  return true;
}
