import type { Expression, NameUse, ReferenceRules } from "../reference_rules.ts";
import { field, isField, placeIn, type SyntaxNode } from "../syntax_node.ts";
import { checkedType, FIXTURES, genericArgument } from "./python_inference.ts";
import {
  argumentsOfCall,
  isDeclaredBefore,
  isSelf,
  type Place,
  pythonOwnerAt,
  pythonPlaceOf,
  readPythonImports,
  targetPlace,
} from "./python_scopes.ts";
import { isExport, PYTHON_TYPES, quotedReceiver } from "./python_types.ts";
import { type BoundValue, readFunction, readValue } from "./python_values.ts";
import {
  declared,
  express,
  expressionReader,
  IMPORTED,
  type NameReader,
  nameReader,
  resultOfMember,
  setOf,
  used,
} from "./tables.ts";

const NUMBERS = setOf("integer float");
const ENUM_REGEXP = /(?:^|[\s(,.])(?:\w*Enum|Flag|IntFlag|TextChoices|IntegerChoices)\b/;
const ACCESSOR_REGEXP = /^(?:setter|getter|deleter)$/;

const SELF_REGEXP = /(?:^|\.)Self$/;

/** Methods of lists, mappings and queues. */
const MEMBERS = {
  same: setOf("copy values union intersection difference filter exclude all order_by"),
  element: setOf("get pop popleft popitem setdefault get_nowait"),
};
/** Functions that return what they are given. */
const COPIES = setOf("copy deepcopy type list tuple set frozenset sorted reversed iter");
/** Functions that return an element of what they are given. */
const PICKS = setOf("next max min choice");

export default {
  ...PYTHON_TYPES,
  fixtures: FIXTURES,
  names: "identifier",
  readName: nameReader({
    useOf,
    ownerAt: pythonOwnerAt,
    rows: {
      "string_content": (name, node) =>
        isExport(node) ? IMPORTED : used("use", { receiver: quotedReceiver(name) }),
      "dotted_name": readDotted,
      "keyword_pattern global_statement nonlocal_statement keyword_argument.name": "none",
      "keyword_argument": "use",
      "function_definition": (_name, node) => declare(readFunction(node), pythonPlaceOf(node)),
      "class_definition": (_name, node) => declare({ kind: "type" }, pythonPlaceOf(node)),
      "attribute": readAttribute,
      "generic_type": readGeneric,
      "import_statement import_from_statement aliased_import": "imported",
      "relative_import future_import_statement": "imported",
    },
    otherwise(name) {
      const value = readValue(name);
      if (value === undefined) return useOf(name);
      return value.scope === undefined
        ? declare(value, targetPlace(name))
        : { is: "declared", ...value };
    },
  }),
  readExpression: expressionReader({
    "identifier": (node) => readNamed(node, node),
    "attribute": (node) => readNamed(node, field(node, "attribute")),
    "call": readCall,
    "subscript": (node) => {
      const of = field(node, "value");
      return field(node, "subscript")?.type === "slice"
        ? express("same", of)
        : express("element", of);
    },
    "parenthesized_expression await type": "same first",
    "named_expression": "same value",
    "boolean_operator": (node) =>
      express("same", likeliest([field(node, "left"), field(node, "right")])),
    "conditional_expression": (node) =>
      express("same", likeliest([node.namedChild(0), node.namedChild(2)])),
    "binary_operator": (node) => {
      const left = field(node, "left");
      return NUMBERS.has(left?.type ?? "") ? undefined : express("same", left);
    },
    // Expressions of types that the language itself has.
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
  handsOnImports: true,
  hasLateMembers: true,
  isStrict: true,
  modules: "sys.path",
  shares: "nothing",
} satisfies ReferenceRules;

/** Reads the `A` of `type A[T] = …`, or another generic type. */
function readGeneric(node: SyntaxNode, type: SyntaxNode): NameUse | undefined {
  const alias = type.parent?.parent;
  const isAlias = alias?.type === "type_alias_statement" && isField(type.parent!, "left");
  if (!isAlias) return useOf(node);
  return declare({ kind: "type", type: field(alias, "right") }, pythonPlaceOf(node));
}

function declare(value: BoundValue, { scope, owner, type }: Place): NameUse {
  const own = type === undefined || value.kind === "function" ? value : memberOfEnum(value, type);
  return declared(own.kind, { ...own, scope, owner });
}

/** The values of an enumeration are of its own type. */
function memberOfEnum(value: BoundValue, owner: SyntaxNode): BoundValue {
  if (value.kind !== "value" || value.type !== undefined || value.value === undefined) return value;
  const bases = field(owner, "superclasses")?.text ?? "";
  return ENUM_REGEXP.test(bases) ? { ...value, type: field(owner, "name") } : value;
}

/** Reads a name of a dotted path, which an import, a decorator or a pattern has. */
function readDotted(node: SyntaxNode, path: SyntaxNode): ReturnType<NameReader> {
  const outer = path.parent;
  if (outer?.type.includes("import")) return IMPORTED;
  const names = path.namedChildren;
  const index = placeIn(names, node);
  if (index > 0) return used("use", { receiver: names[index - 1] });
  const isCaptured = names.length === 1 &&
    (outer?.type === "case_pattern" || outer?.type === "keyword_pattern");
  if (!isCaptured) return useOf(node);
  return node.text === "_" ? null : declare({ kind: "value" }, pythonPlaceOf(node));
}

/** Reads `self.name = …`, or another use of a member. */
function readAttribute(node: SyntaxNode, whole: SyntaxNode): ReturnType<NameReader> {
  if (!isField(node, "attribute")) return useOf(node);
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
  const isCalled = whole.parent?.type === "call" && isField(whole, "function");
  const outer = isCalled ? whole.parent.parent : whole.parent;
  const how = outer?.type === "decorator" ? "decorator" : isCalled ? "call" : "use";
  if (receiver !== undefined) return used(how, { receiver });
  // What a class declares is known by its name alone right in its body.
  const { type, body } = pythonPlaceOf(node);
  const isMember = type !== undefined && body !== undefined && isDeclaredBefore(node, body);
  if (!isMember) return used(how);
  return isAccessor(node) ? undefined : used(how, { receiver: field(type, "name") });
}

/** Returns whether a name is the property of `@name.setter`. */
function isAccessor(node: SyntaxNode): boolean {
  const whole = node.parent;
  return whole?.parent?.type === "decorator" &&
    ACCESSOR_REGEXP.test(field(whole, "attribute")?.text ?? "");
}

function readNamed(node: SyntaxNode, name: SyntaxNode | undefined): Expression | undefined {
  if (isSelf(node) || SELF_REGEXP.test(node.text)) return { is: "self" };
  const type = name && node.parent?.type === "attribute" ? checkedType(node) : undefined;
  return express("typed", type) ?? express("name", name);
}

/** Returns which of two alternatives tells the type: a call rather than a name, and never `None`. */
function likeliest(all: readonly (SyntaxNode | null | undefined)[]): SyntaxNode | undefined {
  const some = all.filter((one) => one !== null && one !== undefined && one.type !== "none");
  return (some.find((one) => one?.type === "call") ?? some[0]) ?? undefined;
}

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "function");
  const isName = callee?.type === "identifier";
  const name = (callee?.type === "attribute" ? field(callee, "attribute") : callee)?.text ?? "";
  const given = argumentsOfCall(node);
  if (isName && name === "super") return { is: "super" };
  if (isName && COPIES.has(name) && given.length === 1) return express("same", given[0]);
  if (isName && PICKS.has(name) && given.length > 0) return express("element", given[0]);
  return name === "cast" && given.length > 0 ? express("typed", given[0]) : express("call", callee);
}
