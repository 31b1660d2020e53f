import { field, findAround, isField, type SyntaxNode } from "../syntax_node.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

/** Types whose members are those of their argument, or of each of them. */
const TRANSPARENT = setOf(
  "Optional Union Annotated Type type ClassVar Final Required NotRequired ReadOnly Awaitable Mapped Unpack",
);
/** Types whose members are those of their last argument. */
const TRANSPARENT_LAST = setOf("Coroutine");
const LISTS = setOf(
  "list List set Set frozenset FrozenSet tuple Tuple Sequence MutableSequence Collection Container Iterable " +
    "Iterator AsyncIterable AsyncIterator Generator AsyncGenerator deque Deque AbstractSet MutableSet QuerySet " +
    "ContextVar Queue SimpleQueue LifoQueue PriorityQueue WeakSet ref",
);
/** Types whose elements are those of their last argument. */
const MAPS = setOf(
  "dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict ChainMap WeakValueDictionary",
);
const CALLABLES = setOf("Callable type Type");
/** Types that anything may be of. */
const OPEN = setOf("Any object");
const ALIASES = setOf("Optional Union Annotated Type List Dict Set Tuple list dict set tuple");

/** By convention only the names of classes begin with a capital. */
const CLASS_REGEXP = /(?:^|\.)_*\p{Lu}\w*$/u;
/** Constants are written in capitals only. */
const GENERIC_REGEXP = /^_*\p{Lu}\w*\p{Ll}\w*$/u;
const NAME_REGEXP = /[\p{L}_][\p{L}\p{N}_]*/gu;
const LIST_REGEXP = /^\s*(?:\w+\.)*(?<list>\w+)\[(?<elements>.*)\]\s*$/s;

/** Functions whose first or second argument is a type, which may be written as a string. */
const TYPE_TAKERS = setOf("cast TypeVar NewType ForwardRef");

/** Returns the names of the types whose members a value of a type of Python has; undefined where it may be anything. */
export function pythonTypeNames(type: SyntaxNode): readonly SyntaxNode[] | undefined {
  switch (type.type) {
    case "identifier":
      return type.text === "Self" ? selfNames(type) : OPEN.has(type.text) ? undefined : [type];
    case "attribute": {
      const name = field(type, "attribute");
      if (name?.text === "Self") return selfNames(type);
      return name === undefined || OPEN.has(name.text) ? undefined : [name];
    }
    case "type":
    case "constrained_type":
    case "parenthesized_expression":
      return type.firstNamedChild === null ? undefined : pythonTypeNames(type.firstNamedChild);
    case "string":
      return quotedNames(type);
    case "binary_operator":
    case "union_type":
    case "tuple":
      return namesOfAll(type.namedChildren);
    case "generic_type":
    case "subscript": {
      const name = nameOfGeneric(type);
      const all = argumentsOf(type);
      if (TRANSPARENT_LAST.has(name?.text ?? "")) return namesOfAll(all.slice(-1));
      if (TRANSPARENT.has(name?.text ?? "")) {
        return namesOfAll(name?.text === "Annotated" ? all.slice(0, 1) : all);
      }
      return name === undefined ? undefined : [name];
    }
    case "call": {
      const callee = field(type, "function");
      return CLASS_REGEXP.test(callee?.text ?? "") ? pythonTypeNames(callee!) : undefined;
    }
    case "none":
    case "concatenated_string":
    case "integer":
    case "float":
    case "true":
    case "false":
    case "list":
    case "dictionary":
    case "set":
    case "expression_list":
    case "list_comprehension":
    case "dictionary_comprehension":
    case "set_comprehension":
    case "generator_expression":
    case "comparison_operator":
    case "not_operator":
      return [];
  }
  return undefined;
}

/** Returns the type of the elements of a type of Python, or of a list that stands there, or of a part of each. */
export function pythonElementType(type: SyntaxNode, index?: number): SyntaxNode | undefined {
  const element = elementOf(type);
  return element === undefined || index === undefined ? element : pythonPartType(element, index);
}

/** Returns the type of a part of a tuple. */
export function pythonPartType(type: SyntaxNode, index: number): SyntaxNode | undefined {
  if (type.type === "type" || type.type === "parenthesized_expression") {
    return type.firstNamedChild === null ? undefined : pythonPartType(type.firstNamedChild, index);
  }
  if (type.type === "tuple" || type.type === "expression_list") {
    return type.namedChild(index) ?? undefined;
  }
  if (type.type !== "generic_type" && type.type !== "subscript") return undefined;
  const name = nameOfGeneric(type)?.text;
  if (name !== "tuple" && name !== "Tuple") return undefined;
  const all = argumentsOf(type);
  return all[1]?.text === "..." ? all[0] : all[index];
}

/** Returns what a call of a value of a type returns: `T` of `Callable[[A], T]` and `type[T]`. */
export function pythonResultType(type: SyntaxNode): SyntaxNode | undefined {
  switch (type.type) {
    case "type":
      return type.firstNamedChild === null ? undefined : pythonResultType(type.firstNamedChild);
    case "union_type":
    case "binary_operator":
      return type.namedChildren.map(pythonResultType).find((one) => one !== undefined);
    case "generic_type":
    case "subscript": {
      const name = nameOfGeneric(type)?.text ?? "";
      if (name === "Optional") return argumentsOf(type).map(pythonResultType)[0];
      return CALLABLES.has(name) ? argumentsOf(type).at(-1) : undefined;
    }
  }
  return undefined;
}

function elementOf(type: SyntaxNode): SyntaxNode | undefined {
  switch (type.type) {
    case "type":
      return type.firstNamedChild === null ? undefined : elementOf(type.firstNamedChild);
    case "list_comprehension":
    case "set_comprehension":
    case "generator_expression":
      return field(type, "body");
    case "list":
    case "set":
    case "tuple":
      return type.firstNamedChild ?? undefined;
    case "string":
      return quotedElement(type);
    case "binary_operator":
    case "union_type":
      return type.namedChildren.map(elementOf).find((one) => one !== undefined);
    case "generic_type":
    case "subscript": {
      const name = nameOfGeneric(type)?.text ?? "";
      const all = argumentsOf(type);
      if (LISTS.has(name)) return all[0];
      if (MAPS.has(name)) return all.at(-1);
      if (!TRANSPARENT.has(name)) return undefined;
      return all.map(elementOf).find((one) => one !== undefined);
    }
  }
  return undefined;
}

/** Returns whether an expression is an alias of a type, such as `Optional[T]`. */
export function isTypeAlias(value: SyntaxNode): boolean {
  const name = value.type === "subscript" ? nameOfGeneric(value)?.text ?? "" : "";
  return ALIASES.has(name) || GENERIC_REGEXP.test(name);
}

/** Returns what a class of Python inherits from, given its name. */
export function pythonBases(name: SyntaxNode): readonly SyntaxNode[] {
  const owner = name.parent;
  const bases = owner?.type === "class_definition" ? field(owner, "superclasses") : undefined;
  return bases?.namedChildren.filter(({ type }) =>
    type !== "keyword_argument" && type !== "comment"
  ) ??
    [];
}

/**
 * Returns a name in the content of a string that stands for a type, such as `T` of `x: "T | None"`, or is exported by
 * `__all__`, as a node of its own.
 */
export function pythonNameInside(
  content: SyntaxNode,
  start: number,
  end: number,
): SyntaxNode | undefined {
  if (content.type !== "string_content" || content.parent === null) return undefined;
  return isType(content.parent) || isPythonExport(content)
    ? partOf(content, start, end)
    : undefined;
}

/** Returns whether the content of a string is a name that `__all__` lists. */
export function isPythonExport(content: SyntaxNode): boolean {
  const assignment = content.parent?.parent?.parent;
  return assignment?.type.endsWith("assignment") === true &&
    field(assignment, "left")?.text === "__all__";
}

/** Returns the name before the dot in front of a name in a string. */
export function quotedReceiver(name: SyntaxNode): SyntaxNode | undefined {
  const content = name.parent!;
  const before = content.text.slice(0, name.startIndex - content.startIndex);
  const receiver = /[\p{L}_][\p{L}\p{N}_]*(?=\.$)/u.exec(before);
  if (receiver === null) return undefined;
  const start = content.startIndex + receiver.index;
  return partOf(content, start, start + receiver[0].length);
}

/** Returns a node that is a name within the text of another one. */
function partOf(content: SyntaxNode, start: number, end: number): SyntaxNode {
  const text = content.text.slice(start - content.startIndex, end - content.startIndex);
  return Object.create(content, {
    type: { value: "identifier" },
    text: { value: text },
    parent: { value: content },
    startIndex: { value: start },
    endIndex: { value: end },
  });
}

/** Returns whether a string stands where a type does. */
function isType(string: SyntaxNode): boolean {
  for (let node = string; node.parent !== null; node = node.parent) {
    const { type } = node.parent;
    if (type === "generic_type" || type === "subscript") {
      if (nameOfGeneric(node.parent)?.text === "Literal") return false;
    } else if (type === "argument_list" || type === "keyword_argument") {
      const call = type === "argument_list" ? node.parent.parent : node.parent.parent?.parent;
      const name = (call && field(call, "function"))?.text.split(".").at(-1);
      return name !== undefined && TYPE_TAKERS.has(name);
    } else if (type === "type") {
      // That around may be an argument of `Literal[…]`.
      const outer = node.parent.parent?.parent;
      return outer?.type !== "generic_type" || nameOfGeneric(outer)?.text !== "Literal";
    } else if (type !== "binary_operator" && type !== "list") return false;
  }
  return false;
}

function quotedNames(string: SyntaxNode): readonly SyntaxNode[] | undefined {
  const content = contentOf(string);
  if (content === undefined) return [];
  const inner = LIST_REGEXP.exec(content.text)?.groups;
  const parts = [...content.text.matchAll(NAME_REGEXP)].map(({ 0: name, index }) =>
    partOf(content, content.startIndex + index, content.startIndex + index + name.length)
  ).filter((part) => content.text[part.endIndex - content.startIndex] !== ".");
  const [first] = parts;
  if (inner !== undefined && first !== undefined && !TRANSPARENT.has(inner["list"] ?? "")) {
    return [first];
  }
  return parts.some(({ text }) => OPEN.has(text))
    ? undefined
    : parts.filter(({ text }) => text !== "None" && !TRANSPARENT.has(text));
}

function quotedElement(string: SyntaxNode): SyntaxNode | undefined {
  const content = contentOf(string);
  const { list = "", elements = "" } = LIST_REGEXP.exec(content?.text ?? "")?.groups ?? {};
  if (content === undefined || !LISTS.has(list) && !MAPS.has(list)) return undefined;
  const names = [...elements.matchAll(NAME_REGEXP)];
  const name = LISTS.has(list) ? names[0] : names.at(-1);
  if (name === undefined) return undefined;
  const start = content.startIndex + content.text.indexOf("[") + 1 + name.index;
  return partOf(content, start, start + name[0].length);
}

function contentOf(string: SyntaxNode): SyntaxNode | undefined {
  return string.namedChildren.find(({ type }) => type === "string_content");
}

/** Returns the name of the class around a type `Self`. */
function selfNames(type: SyntaxNode): readonly SyntaxNode[] | undefined {
  const owner = findAround(type, new Set(["class_definition"]));
  const name = owner && field(owner, "name");
  return name === undefined ? undefined : [name];
}

function namesOfAll(types: readonly SyntaxNode[]): readonly SyntaxNode[] | undefined {
  const all = types.map(pythonTypeNames);
  return all.includes(undefined) ? undefined : all.flatMap((names = []) => names);
}

/** Returns the last name of what stands before the brackets: `List` of `typing.List[T]`. */
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
    child.type === "type_parameter" && !isField(child, "name")
  )
    ?.namedChildren ?? [];
}
