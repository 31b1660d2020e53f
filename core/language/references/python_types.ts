import type { ReferenceRules } from "../reference_rules.ts";
import {
  childOfType,
  createSubnode,
  field,
  findAncestor,
  isInField,
  type SyntaxNode,
} from "../syntax_node.ts";
import {
  createInnerTypeReader,
  createTypeNamesReader,
  findFirstIn,
  listTypeNames,
  toWordSet,
} from "./tables.ts";

/** Types whose members are those of their argument, or of each of their arguments. */
const TRANSPARENT = toWordSet(
  "Optional Union Annotated Type type ClassVar Final Required NotRequired ReadOnly Awaitable Mapped Unpack",
);
/** Types whose members are those of their last argument. */
const TRANSPARENT_LAST = toWordSet("Coroutine");
const LISTS = toWordSet(
  "list List set Set frozenset FrozenSet tuple Tuple Sequence MutableSequence Collection Container Iterable " +
    "Iterator AsyncIterable AsyncIterator Generator AsyncGenerator deque Deque AbstractSet MutableSet QuerySet " +
    "ContextVar Queue SimpleQueue LifoQueue PriorityQueue WeakSet ref",
);
/** Types whose elements are those of their last argument. */
const MAPS = toWordSet(
  "dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict ChainMap WeakValueDictionary",
);
const CALLABLES = toWordSet("Callable type Type");
/** Types without restrictions. */
const UNRESTRICTED_TYPES = toWordSet("Any object");
const ALIASES = toWordSet("Optional Union Annotated Type List Dict Set Tuple list dict set tuple");

/** By convention only the names of classes begin with a capital. */
const CLASS_REGEXP = /(?:^|\.)_*\p{Lu}\w*$/u;
/** Matches names of classes, but not of constants, which are written in capitals only. */
const CAPITALIZED_NAME_REGEXP = /^_*\p{Lu}\w*\p{Ll}\w*$/u;
const NAME_REGEXP = /[\p{L}_][\p{L}\p{N}_]*/gu;
const LIST_REGEXP = /^\s*(?:\w+\.)*(?<list>\w+)\[(?<elements>.*)\]\s*$/s;

/** Functions whose first or second argument is a type, which may be written as a string. */
const TYPE_ARGUMENT_FUNCTIONS = toWordSet("cast TypeVar NewType ForwardRef");

const typeNames: ReferenceRules["typeNames"] = createTypeNamesReader({
  "identifier": (type) => namesOf(type),
  "attribute": (type) => namesOf(field(type, "attribute")),
  "type constrained_type parenthesized_expression": "in first",
  "string": quotedNames,
  "binary_operator union_type tuple": "all",
  "generic_type subscript": (type) => {
    const name = nameOfGeneric(type);
    const all = argumentsOf(type);
    if (TRANSPARENT_LAST.has(name?.text ?? "")) return listTypeNames(all.slice(-1), typeNames);
    if (!TRANSPARENT.has(name?.text ?? "")) return name && [name];
    return listTypeNames(name?.text === "Annotated" ? all.slice(0, 1) : all, typeNames);
  },
  "call": (type) => {
    const callee = field(type, "function");
    return callee && CLASS_REGEXP.test(callee.text) ? typeNames(callee) : undefined;
  },
  "none concatenated_string integer float true false list dictionary set expression_list": "none",
  "list_comprehension dictionary_comprehension set_comprehension generator_expression": "none",
  "comparison_operator not_operator": "none",
}, "any");

/** Returns the name of a type; for `Self` the name of the enclosing class. */
function namesOf(name: SyntaxNode | undefined): readonly SyntaxNode[] | undefined {
  const own = name?.text === "Self" ? field(findAncestor(name, "class_definition"), "name") : name;
  return own === undefined || UNRESTRICTED_TYPES.has(own.text) ? undefined : [own];
}

/**
 * Returns the type of the elements of a Python type or of a list literal, or of a part of each
 * element.
 */
export function elementType(type: SyntaxNode, index?: number): SyntaxNode | undefined {
  const element = elementOf(type);
  return element === undefined || index === undefined ? element : partType(element, index);
}

const elementOf = createInnerTypeReader({
  "type": "in first",
  "list_comprehension set_comprehension generator_expression": "body",
  "list set tuple": "first",
  "string": quotedElement,
  "binary_operator union_type": "any",
  "generic_type subscript": (type) => {
    const name = nameOfGeneric(type)?.text ?? "";
    const all = argumentsOf(type);
    if (LISTS.has(name)) return all[0];
    if (MAPS.has(name)) return all.at(-1);
    return TRANSPARENT.has(name) ? findFirstIn(all, (one) => elementOf(one)) : undefined;
  },
});

const partType: ReferenceRules["elementType"] = createInnerTypeReader({
  "type parenthesized_expression": "in first",
  "tuple expression_list": (type, index) => type.namedChild(index!) ?? undefined,
  "generic_type subscript": (type, index) => {
    const name = nameOfGeneric(type)?.text;
    if (name !== "tuple" && name !== "Tuple") return undefined;
    const all = argumentsOf(type);
    return all[1]?.text === "..." ? all[0] : all[index!];
  },
});

const resultType: ReferenceRules["elementType"] = createInnerTypeReader({
  "type": "in first",
  "union_type binary_operator": "any",
  "generic_type subscript": (type) => {
    const name = nameOfGeneric(type)?.text ?? "";
    if (name === "Optional") return argumentsOf(type).map((one) => resultType(one))[0];
    return CALLABLES.has(name) ? argumentsOf(type).at(-1) : undefined;
  },
});

/** Returns true when an expression is an alias of a type, such as `Optional[T]`. */
export function isTypeAlias(value: SyntaxNode): boolean {
  const name = value.type === "subscript" ? nameOfGeneric(value)?.text ?? "" : "";
  return ALIASES.has(name) || CAPITALIZED_NAME_REGEXP.test(name);
}

/** Returns true when the content of a string is a name that `__all__` lists. */
export function isExport(content: SyntaxNode): boolean {
  const assignment = content.parent?.parent?.parent;
  return assignment?.type.endsWith("assignment") === true &&
    field(assignment, "left")?.text === "__all__";
}

/** Returns the name before the dot that precedes a name in a string. */
export function quotedReceiver(name: SyntaxNode): SyntaxNode | undefined {
  const content = name.parent!;
  const before = content.text.slice(0, name.startIndex - content.startIndex);
  const receiver = /[\p{L}_][\p{L}\p{N}_]*(?=\.$)/u.exec(before);
  if (receiver === null) return undefined;
  const start = content.startIndex + receiver.index;
  return createSubnode(content, { text: receiver[0], start });
}

/** Returns true for a string in the position of a type. */
function isType(string: SyntaxNode): boolean {
  for (let node = string; node.parent !== null; node = node.parent) {
    const { type } = node.parent;
    if (type === "generic_type" || type === "subscript") {
      if (nameOfGeneric(node.parent)?.text === "Literal") return false;
    } else if (type === "argument_list" || type === "keyword_argument") {
      const call = type === "argument_list" ? node.parent.parent : node.parent.parent?.parent;
      const name = field(call, "function")?.text.split(".").at(-1);
      return name !== undefined && TYPE_ARGUMENT_FUNCTIONS.has(name);
    } else if (type === "type") {
      // The outer type may be an argument of `Literal[…]`.
      const outer = node.parent.parent?.parent;
      return outer?.type !== "generic_type" || nameOfGeneric(outer)?.text !== "Literal";
    } else if (type !== "binary_operator" && type !== "list") return false;
  }
  return false;
}

function quotedNames(string: SyntaxNode): readonly SyntaxNode[] | undefined {
  const content = childOfType(string, "string_content");
  if (content === undefined) return [];
  const inner = LIST_REGEXP.exec(content.text)?.groups;
  const parts = [...content.text.matchAll(NAME_REGEXP)].map(({ 0: name, index }) =>
    createSubnode(content, { text: name, start: content.startIndex + index })
  ).filter((part) => content.text[part.endIndex - content.startIndex] !== ".");
  const [first] = parts;
  if (inner !== undefined && first !== undefined && !TRANSPARENT.has(inner["list"] ?? "")) {
    return [first];
  }
  return parts.some(({ text }) => UNRESTRICTED_TYPES.has(text))
    ? undefined
    : parts.filter(({ text }) => text !== "None" && !TRANSPARENT.has(text));
}

function quotedElement(string: SyntaxNode): SyntaxNode | undefined {
  const content = childOfType(string, "string_content");
  const { list = "", elements = "" } = LIST_REGEXP.exec(content?.text ?? "")?.groups ?? {};
  if (content === undefined || !LISTS.has(list) && !MAPS.has(list)) return undefined;
  const names = [...elements.matchAll(NAME_REGEXP)];
  const name = LISTS.has(list) ? names[0] : names.at(-1);
  if (name === undefined) return undefined;
  const start = content.startIndex + content.text.indexOf("[") + 1 + name.index;
  return createSubnode(content, { text: name[0], start });
}

/** Returns the last name before the brackets: `List` of `typing.List[T]`. */
function nameOfGeneric(type: SyntaxNode): SyntaxNode | undefined {
  const base = type.firstNamedChild ?? undefined;
  return base?.type === "attribute" ? field(base, "attribute") : base;
}

function argumentsOf(type: SyntaxNode): readonly SyntaxNode[] {
  if (type.type === "subscript") {
    const all = type.childrenForFieldName("subscript");
    return all.length === 1 && all[0]!.type === "tuple" ? all[0]!.namedChildren : all;
  }
  return type.namedChildren.find((child) =>
    child.type === "type_parameter" && !isInField(child, "name")
  )
    ?.namedChildren ?? [];
}

export const PYTHON_TYPES = {
  typeNames,
  elementType,
  partType,
  resultType,
  basesOf(name) {
    const isClass = name.parent?.type === "class_definition";
    const bases = isClass ? field(name.parent, "superclasses") : undefined;
    return bases?.namedChildren.filter(({ type }) =>
      type !== "keyword_argument" && type !== "comment"
    ) ??
      [];
  },
  /**
   * Returns a node for a name in the content of a string: the name of a type, such as `T` of `x: "T
   * | None"`, or a name that `__all__` exports.
   */
  nameInside(content, start, end) {
    if (content.type !== "string_content" || content.parent === null) return undefined;
    const text = content.text.slice(start - content.startIndex, end - content.startIndex);
    return isType(content.parent) || isExport(content)
      ? createSubnode(content, { text, start })
      : undefined;
  },
} satisfies Partial<ReferenceRules>;
