import {
  type Expression,
  type NameUse,
  type ReferenceRules,
  type UsedName,
} from "../reference_rules.ts";
import { field, isField, isSameNode, type SyntaxNode } from "../syntax_node.ts";
import { PYTHON_FIXTURES } from "./python_fixtures.ts";
import { pythonGenericArgument } from "./python_generics.ts";
import { readPythonImports } from "./python_imports.ts";
import { pythonCheckedType } from "./python_narrowing.ts";
import {
  isDeclaredBefore,
  isPythonSelf,
  pythonArguments,
  pythonOwner,
  type PythonPlace,
  pythonPlace,
  pythonTargetPlace,
} from "./python_scopes.ts";
import {
  isPythonExport,
  pythonBases,
  pythonElementType,
  pythonNameInside,
  pythonPartType,
  pythonResultType,
  pythonTypeNames,
  quotedReceiver,
} from "./python_types.ts";
import { type PythonValue, readPythonFunction, readPythonValue } from "./python_values.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

const IMPORTS = setOf(
  "import_statement import_from_statement aliased_import relative_import future_import_statement",
);
/** Expressions of types that the language itself has. */
const LITERALS = setOf(
  "string concatenated_string integer float true false list dictionary set tuple expression_list list_comprehension " +
    "dictionary_comprehension set_comprehension generator_expression comparison_operator not_operator",
);
const NUMBERS = setOf("integer float");
const ENUM_REGEXP = /(?:^|[\s(,.])(?:\w*Enum|Flag|IntFlag|TextChoices|IntegerChoices)\b/;
const ACCESSOR_REGEXP = /^(?:setter|getter|deleter)$/;

const SELF_REGEXP = /(?:^|\.)Self$/;

/** Methods that return an element of a list or a mapping, or all of them again. */
const ELEMENT_METHODS = setOf("get pop popleft popitem setdefault get_nowait");
const SAME_METHODS = setOf("copy values union intersection difference filter exclude all order_by");
/** Functions that return what they are given. */
const COPIES = setOf("copy deepcopy type list tuple set frozenset sorted reversed iter");
/** Functions that return an element of what they are given. */
const PICKS = setOf("next max min choice");

/** How the names of Python are read. */
export const PYTHON_REFERENCES: ReferenceRules = {
  fixtures: PYTHON_FIXTURES,
  names: "identifier",
  readName,
  nameInside: pythonNameInside,
  readExpression,
  typeNames: pythonTypeNames,
  elementType: pythonElementType,
  partType: pythonPartType,
  resultType: pythonResultType,
  foreignResult: readForeignResult,
  genericArgument: pythonGenericArgument,
  basesOf: pythonBases,
  ownerAt: pythonOwner,
  readImports: readPythonImports,
  constructorName: "__init__",
  catchAllMembers: ["__getattr__", "__getattribute__", "__get__"],
  handsOnImports: true,
  hasLateMembers: true,
  isStrict: true,
  modules: "sys.path",
  shares: "nothing",
};

function readName(node: SyntaxNode): NameUse | undefined {
  const { parent } = node;
  if (parent === null) return undefined;
  switch (parent.type) {
    case "string_content":
      if (isPythonExport(parent)) return { is: "imported" };
      return { is: "used", how: "use", ...receiverOf(quotedReceiver(node)) };
    case "dotted_name":
      return readDotted(node, parent);
    case "keyword_pattern":
    case "global_statement":
    case "nonlocal_statement":
      return undefined;
    case "keyword_argument":
      return isField(node, "name") ? undefined : useOf(node);
    case "function_definition":
      return declare(readPythonFunction(parent), pythonPlace(parent));
    case "class_definition":
      return declare({ kind: "type" }, pythonPlace(parent));
    case "attribute":
      if (isField(node, "attribute")) return readAttribute(node, parent);
      return useOf(node);
    case "generic_type":
      return readGeneric(node, parent);
  }
  if (IMPORTS.has(parent.type)) return { is: "imported" };
  const value = readPythonValue(node);
  if (value === undefined) return useOf(node);
  return value.scope === undefined
    ? declare(value, pythonTargetPlace(node))
    : { is: "declared", ...value };
}

/** Reads the `A` of `type A[T] = …`, or another generic type. */
function readGeneric(node: SyntaxNode, type: SyntaxNode): NameUse | undefined {
  const alias = type.parent?.parent;
  const isAlias = alias?.type === "type_alias_statement" && isField(type.parent!, "left");
  if (!isAlias) return useOf(node);
  return declare({ kind: "type", type: field(alias, "right") }, pythonPlace(node));
}

function declare(value: PythonValue, { scope, owner, type }: PythonPlace): NameUse {
  const own = type === undefined || value.kind === "function" ? value : memberOfEnum(value, type);
  return {
    is: "declared",
    ...own,
    ...(scope === undefined ? {} : { scope }),
    ...(owner === undefined ? {} : { owner }),
  };
}

/** The values of an enumeration are of its own type. */
function memberOfEnum(value: PythonValue, owner: SyntaxNode): PythonValue {
  if (value.kind !== "value" || value.type !== undefined || value.value === undefined) return value;
  const bases = field(owner, "superclasses")?.text ?? "";
  return ENUM_REGEXP.test(bases) ? { ...value, type: field(owner, "name") } : value;
}

/** Reads a name of a dotted path, which an import, a decorator or a pattern has. */
function readDotted(node: SyntaxNode, path: SyntaxNode): NameUse | undefined {
  const outer = path.parent;
  if (outer !== null && IMPORTS.has(outer.type)) return { is: "imported" };
  const names = path.namedChildren;
  const index = names.findIndex((one) => isSameNode(one, node));
  if (index > 0) return { is: "used", how: "use", ...receiverOf(names[index - 1]) };
  const isCaptured = names.length === 1 &&
    (outer?.type === "case_pattern" || outer?.type === "keyword_pattern");
  if (!isCaptured) return useOf(node);
  return node.text === "_" ? undefined : declare({ kind: "value" }, pythonPlace(node));
}

/** Reads `self.name = …`, or another use of a member. */
function readAttribute(node: SyntaxNode, whole: SyntaxNode): NameUse | undefined {
  const object = field(whole, "object");
  const isOwn = object?.type === "identifier" && isPythonSelf(object);
  const value = isOwn ? readPythonValue(whole) : undefined;
  if (value !== undefined) {
    return declare({ ...value, scope: undefined }, { ...ownerOf(pythonOwner(node)) });
  }
  if (whole.parent?.type === "decorator" && ACCESSOR_REGEXP.test(node.text)) return undefined;
  return useOf(node, object);
}

function ownerOf(owner: string | undefined): PythonPlace {
  return owner === undefined ? {} : { owner };
}

function receiverOf(receiver: SyntaxNode | undefined): Pick<UsedName, "receiver"> {
  return receiver === undefined ? {} : { receiver };
}

function useOf(node: SyntaxNode, receiver?: SyntaxNode): NameUse | undefined {
  const whole = receiver === undefined ? node : node.parent!;
  const outer = whole.parent;
  const how = outer?.type === "decorator"
    ? "decorator"
    : outer?.type !== "call" || !isField(whole, "function")
    ? "use"
    : outer.parent?.type === "decorator"
    ? "decorator"
    : "call";
  if (receiver !== undefined) return { is: "used", how, receiver };
  // What a class declares is known by its name alone right in its body.
  const { type, body } = pythonPlace(node);
  const isMember = type !== undefined && body !== undefined && isDeclaredBefore(node, body);
  if (!isMember) return { is: "used", how };
  if (isAccessor(node)) return undefined;
  return { is: "used", how, ...receiverOf(field(type, "name")) };
}

/** Returns whether a name is the property of `@name.setter`. */
function isAccessor(node: SyntaxNode): boolean {
  const whole = node.parent;
  return whole?.parent?.type === "decorator" &&
    ACCESSOR_REGEXP.test(field(whole, "attribute")?.text ?? "");
}

function readExpression(node: SyntaxNode): Expression | undefined {
  switch (node.type) {
    case "identifier":
    case "attribute": {
      if (isPythonSelf(node) || SELF_REGEXP.test(node.text)) return { is: "self" };
      const name = node.type === "attribute" ? field(node, "attribute") : node;
      if (name === undefined) return undefined;
      const type = node.parent?.type === "attribute" ? pythonCheckedType(node) : undefined;
      return type === undefined ? { is: "name", name } : { is: "typed", type };
    }
    case "call":
      return readCall(node);
    case "subscript": {
      const of = field(node, "value");
      if (of === undefined) return undefined;
      return { is: field(node, "subscript")?.type === "slice" ? "same" : "element", of };
    }
    case "parenthesized_expression":
    case "await":
    case "type":
      return sameAs(node.firstNamedChild);
    case "named_expression":
      return sameAs(field(node, "value"));
    case "boolean_operator":
      return sameAs(likeliest([field(node, "left"), field(node, "right")]));
    case "conditional_expression":
      return sameAs(likeliest([node.namedChild(0), node.namedChild(2)]));
    case "binary_operator": {
      const left = field(node, "left");
      return left === undefined || NUMBERS.has(left.type) ? undefined : sameAs(left);
    }
  }
  return LITERALS.has(node.type) ? { is: "typed", type: node } : undefined;
}

function sameAs(of: SyntaxNode | null | undefined): Expression | undefined {
  return of === null || of === undefined ? undefined : { is: "same", of };
}

/** Returns which of two alternatives tells the type: a call rather than a name, and never `None`. */
function likeliest(all: readonly (SyntaxNode | null | undefined)[]): SyntaxNode | undefined {
  const some = all.filter((one) => one !== null && one !== undefined && one.type !== "none");
  return (some.find((one) => one?.type === "call") ?? some[0]) ?? undefined;
}

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "function");
  if (callee === undefined) return undefined;
  const name = callee.type === "attribute" ? field(callee, "attribute")?.text : callee.text;
  const given = pythonArguments(node);
  if (callee.type === "identifier") {
    if (name === "super") return { is: "super" };
    if (COPIES.has(name ?? "") && given.length === 1) return sameAs(given[0]);
    if (PICKS.has(name ?? "") && given.length > 0) return { is: "element", of: given[0]! };
  }
  if (name === "cast" && given[0] !== undefined) return { is: "typed", type: given[0] };
  return { is: "call", callee };
}

/** Reads what a method of a list, a mapping or a queue returns. */
function readForeignResult(callee: SyntaxNode): Expression | undefined {
  const object = callee.type === "attribute" ? field(callee, "object") : undefined;
  const method = field(callee, "attribute")?.text ?? "";
  if (object === undefined) return undefined;
  if (ELEMENT_METHODS.has(method)) return { is: "element", of: object };
  return SAME_METHODS.has(method) ? sameAs(object) : undefined;
}
