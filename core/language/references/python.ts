import type { Expression, NameUse, ReferenceRules } from "../reference_rules.ts";
import { field, indexOfNode, isInField, type SyntaxNode } from "../syntax_node.ts";
import { findNarrowedType, FIXTURES, genericArgument } from "./python_inference.ts";
import {
  argumentsOfCall,
  assignmentScope,
  isDeclaredBefore,
  isSelf,
  pythonOwnerAt,
  type PythonScope,
  pythonScopeOf,
  readPythonImports,
} from "./python_scopes.ts";
import { isExport, PYTHON_TYPES, quotedReceiver } from "./python_types.ts";
import { type BoundValue, readFunction, readValue } from "./python_values.ts";
import {
  createExpressionReader,
  createNameReader,
  declared,
  IMPORTED,
  type NameReader,
  resultOfMember,
  toExpression,
  toWordSet,
  used,
} from "./tables.ts";

const NUMBERS = toWordSet("integer float");
const ENUM_REGEXP = /(?:^|[\s(,.])(?:\w*Enum|Flag|IntFlag|TextChoices|IntegerChoices)\b/;
const ACCESSOR_REGEXP = /^(?:setter|getter|deleter)$/;

const SELF_REGEXP = /(?:^|\.)Self$/;

/** Methods of lists, mappings and queues. */
const MEMBERS = {
  same: toWordSet("copy values union intersection difference filter exclude all order_by"),
  element: toWordSet("get pop popleft popitem setdefault get_nowait"),
};
/** Functions that return their argument. */
const RETURNING_ARGUMENT = toWordSet(
  "copy deepcopy type list tuple set frozenset sorted reversed iter",
);
/** Functions that return an element of their argument. */
const RETURNING_ELEMENT = toWordSet("next max min choice");

export default {
  ...PYTHON_TYPES,
  fixtures: FIXTURES,
  names: "identifier",
  readName: createNameReader({
    useOf,
    ownerAt: pythonOwnerAt,
    rows: {
      "string_content": (name, node) =>
        isExport(node) ? IMPORTED : used("use", { receiver: quotedReceiver(name) }),
      "dotted_name": readDotted,
      "keyword_pattern global_statement nonlocal_statement keyword_argument.name": "none",
      "keyword_argument": "use",
      "function_definition": (_name, node) => declare(readFunction(node), pythonScopeOf(node)),
      "class_definition": (_name, node) => declare({ kind: "type" }, pythonScopeOf(node)),
      "attribute": readAttribute,
      "generic_type": readGeneric,
      "import_statement import_from_statement aliased_import": "imported",
      "relative_import future_import_statement": "imported",
    },
    otherwise(name) {
      const value = readValue(name);
      if (value === undefined) return useOf(name);
      return value.scope === undefined
        ? declare(value, assignmentScope(name))
        : { is: "declared", ...value };
    },
  }),
  readExpression: createExpressionReader({
    "identifier": (node) => readNamed(node, node),
    "attribute": (node) => readNamed(node, field(node, "attribute")),
    "call": readCall,
    "subscript": (node) => {
      const of = field(node, "value");
      return field(node, "subscript")?.type === "slice"
        ? toExpression("same", of)
        : toExpression("element", of);
    },
    "parenthesized_expression await type": "same first",
    "named_expression": "same value",
    "boolean_operator": (node) =>
      toExpression("same", chooseAlternative([field(node, "left"), field(node, "right")])),
    "conditional_expression": (node) =>
      toExpression("same", chooseAlternative([node.namedChild(0), node.namedChild(2)])),
    "binary_operator": (node) => {
      const left = field(node, "left");
      return NUMBERS.has(left?.type ?? "") ? undefined : toExpression("same", left);
    },
    // Expressions of built-in types.
    "string concatenated_string integer float true false list dictionary set tuple": "typed",
    "expression_list list_comprehension dictionary_comprehension set_comprehension": "typed",
    "generator_expression comparison_operator not_operator": "typed",
  }),
  foreignResult(callee) {
    const object = callee.type === "attribute" ? field(callee, "object") : undefined;
    return resultOfMember(field(callee, "attribute")?.text ?? "", object, MEMBERS);
  },
  genericArgument,
  ownerAt: pythonOwnerAt,
  readImports: readPythonImports,
  constructorName: "__init__",
  catchAllMembers: ["__getattr__", "__getattribute__", "__get__"],
  reexportsImports: true,
  hasSubtypeMembers: true,
  undeclaredIsForeign: true,
  modules: "sys.path",
  implicitVisibility: "nothing",
} satisfies ReferenceRules;

/** Reads the `A` of `type A[T] = …`, or another generic type. */
function readGeneric(node: SyntaxNode, type: SyntaxNode): NameUse | undefined {
  const alias = type.parent?.parent;
  const isAlias = alias?.type === "type_alias_statement" && isInField(type.parent!, "left");
  if (!isAlias) return useOf(node);
  return declare({ kind: "type", type: field(alias, "right") }, pythonScopeOf(node));
}

function declare(value: BoundValue, { scope, owner, type }: PythonScope): NameUse {
  const own = type === undefined || value.kind === "function" ? value : withEnumType(value, type);
  return declared(own.kind, { ...own, scope, owner });
}

/** Adds the type of the enumeration to one of its values. */
function withEnumType(value: BoundValue, owner: SyntaxNode): BoundValue {
  if (value.kind !== "value" || value.type !== undefined || value.value === undefined) return value;
  const bases = field(owner, "superclasses")?.text ?? "";
  return ENUM_REGEXP.test(bases) ? { ...value, type: field(owner, "name") } : value;
}

/** Reads a name of a dotted path in an import, a decorator or a pattern. */
function readDotted(node: SyntaxNode, path: SyntaxNode): ReturnType<NameReader> {
  const outer = path.parent;
  if (outer?.type.includes("import")) return IMPORTED;
  const names = path.namedChildren;
  const index = indexOfNode(names, node);
  if (index > 0) return used("use", { receiver: names[index - 1] });
  const isCaptured = names.length === 1 &&
    (outer?.type === "case_pattern" || outer?.type === "keyword_pattern");
  if (!isCaptured) return useOf(node);
  return node.text === "_" ? null : declare({ kind: "value" }, pythonScopeOf(node));
}

/** Reads `self.name = …`, or another use of a member. */
function readAttribute(node: SyntaxNode, whole: SyntaxNode): ReturnType<NameReader> {
  if (!isInField(node, "attribute")) return useOf(node);
  const object = field(whole, "object");
  const isOwn = object?.type === "identifier" && isSelf(object);
  const value = isOwn ? readValue(whole) : undefined;
  if (value !== undefined) {
    return declared(value.kind, { ...value, scope: undefined, owner: pythonOwnerAt(node) });
  }
  if (whole.parent?.type === "decorator" && ACCESSOR_REGEXP.test(node.text)) return null;
  return useOf(node, object);
}

function useOf(node: SyntaxNode, receiver?: SyntaxNode): NameUse | undefined {
  const whole = receiver === undefined ? node : node.parent!;
  const isCalled = whole.parent?.type === "call" && isInField(whole, "function");
  const outer = isCalled ? whole.parent.parent : whole.parent;
  const useKind = outer?.type === "decorator" ? "decorator" : isCalled ? "call" : "use";
  if (receiver !== undefined) return used(useKind, { receiver });
  // A member of a class is visible by its name alone only directly in the body of the class.
  const { type, body } = pythonScopeOf(node);
  const isMember = type !== undefined && body !== undefined && isDeclaredBefore(node, body);
  if (!isMember) return used(useKind);
  return isAccessor(node) ? undefined : used(useKind, { receiver: field(type, "name") });
}

/** Returns true for the name of the property in `@name.setter`. */
function isAccessor(node: SyntaxNode): boolean {
  const whole = node.parent;
  return whole?.parent?.type === "decorator" &&
    ACCESSOR_REGEXP.test(field(whole, "attribute")?.text ?? "");
}

function readNamed(node: SyntaxNode, name: SyntaxNode | undefined): Expression | undefined {
  if (isSelf(node) || SELF_REGEXP.test(node.text)) return { is: "self" };
  const type = name && node.parent?.type === "attribute" ? findNarrowedType(node) : undefined;
  return toExpression("typed", type) ?? toExpression("name", name);
}

/**
 * Returns the alternative that determines the type: a call rather than a name, and never `None`.
 */
function chooseAlternative(
  all: readonly (SyntaxNode | null | undefined)[],
): SyntaxNode | undefined {
  const alternatives = all.filter((one) =>
    one !== null && one !== undefined && one.type !== "none"
  );
  return (alternatives.find((one) => one?.type === "call") ?? alternatives[0]) ?? undefined;
}

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "function");
  const isName = callee?.type === "identifier";
  const name = (callee?.type === "attribute" ? field(callee, "attribute") : callee)?.text ?? "";
  const args = argumentsOfCall(node);
  if (isName && name === "super") return { is: "super" };
  if (isName && RETURNING_ARGUMENT.has(name) && args.length === 1) {
    return toExpression("same", args[0]);
  }
  if (isName && RETURNING_ELEMENT.has(name) && args.length > 0) {
    return toExpression("element", args[0]);
  }
  return name === "cast" && args.length > 0
    ? toExpression("typed", args[0])
    : toExpression("call", callee);
}
