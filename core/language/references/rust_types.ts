import { type Expression, findAround, isField } from "../reference_rules.ts";
import type { SyntaxNode } from "../syntax_node.ts";
import { field } from "../syntax_rules.ts";
import { readRustToken } from "./rust_tokens.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

/** Types that have the members of their argument. */
const POINTERS = setOf(
  "Box Arc Rc Pin Cow Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard BoxFuture LocalBoxFuture ManuallyDrop",
);
/** Types with elements of their first argument; also those that only give what they hold. */
const HOLDERS = setOf(
  "Option Result Vec VecDeque HashSet BTreeSet BinaryHeap LinkedList SmallVec Mutex RwLock RefCell Cell OnceCell " +
    "OnceLock Lazy LazyLock LazyCell Peekable Weak Poll Iter IterMut IntoIter IndexSet",
);
const MAPS = setOf("HashMap BTreeMap IndexMap FxHashMap");
const ITERATORS = setOf(
  "Iterator IntoIterator DoubleEndedIterator ExactSizeIterator Stream FusedIterator",
);
const FUTURES = setOf("Future IntoFuture");
const NO_TYPES = setOf(
  "primitive_type tuple_type unit_type array_type function_type never_type removed_trait_bound lifetime " +
    "ordered_field_declaration_list string_literal raw_string_literal integer_literal float_literal boolean_literal " +
    "char_literal",
);
const LITERALS = setOf(
  "string_literal raw_string_literal integer_literal float_literal boolean_literal char_literal",
);
const TYPES = setOf("struct_item enum_item union_item");
const OWNERS = setOf("impl_item trait_item");
const PATHS = setOf(
  "scoped_identifier scoped_type_identifier scoped_use_list use_wildcard use_list",
);

/** Methods of other projects that give a list, an option or a result with the elements of their receiver, or it again. */
const AGAIN = setOf(
  "clone iter iter_mut into_iter as_ref as_mut as_deref as_deref_mut cloned copied to_owned first last first_mut " +
    "last_mut get get_mut next next_back pop pop_front pop_back peek find rev skip take step_by filter chain peekable " +
    "enumerate fuse inspect skip_while take_while drain lock read write try_lock ok ok_or ok_or_else context " +
    "with_context map_err or or_else replace borrow borrow_mut entry values values_mut into_values min_by_key " +
    "max_by_key min_by max_by by_ref upgrade to_vec into_inner load as_slice insert get_or_init",
);
/** Methods of other projects that give an element of their receiver. */
const ELEMENT = setOf(
  "unwrap expect unwrap_or unwrap_or_else unwrap_or_default unwrap_unchecked or_insert or_insert_with or_default " +
    "get_or_insert_with get_or_insert",
);
/** Functions that return what they are given. */
const TAKERS_REGEXP = /(?:^|::)mem::(?:take|replace)$/;
/** Functions that return a pointer to what they are given. */
const POINTER_MAKERS = setOf("new clone pin from");

/** Reads an expression of Rust. */
export function readRustExpression(node: SyntaxNode): Expression | undefined {
  if (LITERALS.has(node.type)) return { is: "typed", type: node };
  switch (node.type) {
    case "identifier":
    case "field_identifier":
    case "shorthand_field_identifier":
      return { is: "name", name: node };
    case "crate":
    case "super":
      return { is: "module", module: modulePath(node) };
    case "self":
      return isPathHead(node) ? { is: "module", module: modulePath(node) } : { is: "self" };
    case "scoped_identifier":
      return named(field(node, "name"));
    case "type_identifier":
    case "scoped_type_identifier":
    case "generic_type":
    case "generic_type_with_turbofish":
      return { is: "typed", type: node };
    case "bracketed_type":
    case "qualified_type": {
      const type = field(node, "type") ?? node.firstNamedChild;
      return type === null ? undefined : { is: "typed", type: typeIn(type) };
    }
    case "field_expression": {
      const member = field(node, "field");
      if (member?.type !== "integer_literal") return named(member);
      return { is: "part", of: field(node, "value")!, index: Number(member.text) };
    }
    case "call_expression":
      return readCall(node);
    case "struct_expression":
      return { is: "typed", type: field(node, "name")! };
    case "type_cast_expression":
      return { is: "typed", type: field(node, "type")! };
    case "try_expression":
      return { is: "element", of: node.firstNamedChild! };
    case "index_expression": {
      const isPart = node.lastNamedChild?.type === "range_expression";
      return { is: isPart ? "same" : "element", of: node.firstNamedChild! };
    }
    case "unary_expression":
    case "await_expression":
    case "parenthesized_expression":
      return node.firstNamedChild === null ? undefined : { is: "same", of: node.firstNamedChild };
    case "reference_expression":
      return { is: "same", of: field(node, "value")! };
    case "token_tree":
    case "?":
      return readRustToken(node);
  }
  return undefined;
}

function named(name: SyntaxNode | undefined): Expression | undefined {
  return name && { is: "name", name };
}

function typeIn(type: SyntaxNode): SyntaxNode {
  return type.type === "qualified_type" ? field(type, "type") ?? type : type;
}

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "function");
  if (callee === undefined) return undefined;
  if (callee.type === "generic_function") {
    const inner = field(callee, "function")!;
    const name = inner.type === "field_expression" ? field(inner, "field")?.text : undefined;
    const type = field(callee, "type_arguments")?.firstNamedChild;
    const isGiven = name === "collect" || name === "parse" || name === "into";
    return isGiven && type ? { is: "typed", type } : { is: "call", callee: lastName(inner) };
  }
  const path = callee.type === "scoped_identifier" ? field(callee, "path") : undefined;
  const given = field(node, "arguments")?.firstNamedChild;
  const isPointer = path !== undefined && POINTERS.has(path.text.replace(/^.*::/, "")) &&
    POINTER_MAKERS.has(field(callee, "name")?.text ?? "");
  return isPointer && given ? { is: "same", of: given } : { is: "call", callee: lastName(callee) };
}

function lastName(callee: SyntaxNode): SyntaxNode {
  return field(callee, "field") ?? field(callee, "name") ?? callee;
}

/** Returns whether a node is what a path begins with. */
export function isPathHead(node: SyntaxNode): boolean {
  const { parent } = node;
  return parent !== null && PATHS.has(parent.type) &&
    (isField(node, "path") || parent.type === "use_wildcard");
}

/**
 * Returns the path of a module that begins with `crate`, `self` or `super`, seen from the file rather than from the
 * modules in it: `::self::inner` for `self` in `mod inner { … }`.
 */
export function modulePath(node: SyntaxNode, path: string = node.text): string {
  const parts = path.split("::").filter((part) => part !== "");
  if (parts[0] !== "self" && parts[0] !== "super") return `::${parts.join("::")}`;
  const inner: string[] = [];
  for (let around = node.parent; around !== null; around = around.parent) {
    if (around.type === "mod_item") inner.unshift(field(around, "name")?.text ?? "");
  }
  if (parts[0] === "self") parts.shift();
  const outer: string[] = [];
  for (; parts[0] === "super"; parts.shift()) {
    if (inner.pop() === undefined) outer.push("super");
  }
  return `::${[...outer.length === 0 ? ["self"] : outer, ...inner, ...parts].join("::")}`;
}

/** Returns what a method of another project gives. */
export function rustForeignResult(callee: SyntaxNode): Expression | undefined {
  const { parent } = callee;
  if (parent?.type === "scoped_identifier" && TAKERS_REGEXP.test(parent.text)) {
    const call = parent.parent;
    const given = call && field(call, "arguments")?.firstNamedChild;
    return given ? { is: "same", of: given } : undefined;
  }
  if (parent?.type !== "field_expression") return undefined;
  const of = field(parent, "value")!;
  if (AGAIN.has(callee.text)) return { is: "same", of };
  return ELEMENT.has(callee.text) ? { is: "element", of } : undefined;
}

function argumentsOf(type: SyntaxNode): readonly SyntaxNode[] {
  return (field(type, "type_arguments")?.namedChildren ?? []).filter((one) =>
    one.type !== "lifetime"
  );
}

function baseName(type: SyntaxNode): string {
  const base = field(type, "type");
  return (base === undefined ? undefined : field(base, "name"))?.text ?? base?.text ?? "";
}

/** Returns the type that a trait is bound to give: `T` of `Iterator<Item = T>`. */
function boundType(type: SyntaxNode): SyntaxNode | undefined {
  const binding = argumentsOf(type).find((one) => one.type === "type_binding");
  return binding && field(binding, "type");
}

/** Returns the names of the types and traits that a type of Rust has the members of. */
export function rustTypeNames(type: SyntaxNode): readonly SyntaxNode[] | undefined {
  if (NO_TYPES.has(type.type)) return [];
  switch (type.type) {
    case "identifier":
    case "type_identifier":
      return [type];
    case "scoped_type_identifier":
    case "scoped_identifier":
      return [field(type, "name")!];
    case "generic_type":
    case "generic_type_with_turbofish": {
      const name = baseName(type);
      const [argument] = argumentsOf(type);
      const inner = FUTURES.has(name) ? boundType(type) : POINTERS.has(name) ? argument : undefined;
      return rustTypeNames(inner ?? field(type, "type")!);
    }
    case "reference_type":
    case "pointer_type":
    case "qualified_type":
    case "higher_ranked_trait_bound":
      return rustTypeNames(field(type, "type")!);
    case "dynamic_type":
    case "abstract_type":
      return rustTypeNames(field(type, "trait")!);
    case "bounded_type":
    case "bracketed_type":
    case "trait_bounds": {
      const all = type.namedChildren.map(rustTypeNames);
      return all.includes(undefined) ? undefined : all.flatMap((names = []) => names);
    }
  }
  return undefined;
}

/** Returns the type of the elements of a list, an option, a map or an iterator. */
export function rustElementType(type: SyntaxNode, index?: number): SyntaxNode | undefined {
  switch (type.type) {
    case "type_identifier": {
      const iterator = implsOf(type).find((one) => ITERATORS.has(traitName(one)));
      return iterator && partOf(associatedType(iterator, "Item"), index);
    }
    case "reference_type":
    case "pointer_type":
      return rustElementType(field(type, "type")!, index);
    case "array_type":
      return partOf(field(type, "element"), index);
    case "dynamic_type":
    case "abstract_type":
      return rustElementType(field(type, "trait")!, index);
    case "bounded_type":
    case "bracketed_type":
    case "trait_bounds":
      return type.namedChildren.map((one) => rustElementType(one, index)).find((one) =>
        one !== undefined
      );
    case "generic_type":
    case "generic_type_with_turbofish":
      return genericElement(type, index);
  }
  return undefined;
}

function genericElement(type: SyntaxNode, index: number | undefined): SyntaxNode | undefined {
  const name = baseName(type);
  const [first, second] = argumentsOf(type);
  if (MAPS.has(name)) return index === 0 ? first : second;
  if (ITERATORS.has(name)) return partOf(boundType(type), index);
  if (POINTERS.has(name)) return first && rustElementType(first, index);
  if (FUTURES.has(name)) return rustElementType(boundType(type) ?? type.firstNamedChild!, index);
  return HOLDERS.has(name) ? partOf(first, index) : undefined;
}

/** Returns one of the parts of an element that is a tuple; the second of one that is none is that behind its number. */
function partOf(
  element: SyntaxNode | undefined,
  index: number | undefined,
): SyntaxNode | undefined {
  if (element === undefined || index === undefined) return element;
  if (element.type === "tuple_type") return element.namedChild(index) ?? undefined;
  return index === 1 ? element : undefined;
}

/** Returns the type of a part of a tuple, or of a struct with numbered fields. */
export function rustPartType(type: SyntaxNode, index: number): SyntaxNode | undefined {
  switch (type.type) {
    case "identifier": {
      const body = type.parent?.type === "enum_variant" ? field(type.parent, "body") : undefined;
      return body && rustPartType(body, index);
    }
    case "tuple_type":
      return type.namedChild(index) ?? undefined;
    case "ordered_field_declaration_list":
      return type.childrenForFieldName("type")[index];
    case "reference_type":
      return rustPartType(field(type, "type")!, index);
  }
  return undefined;
}

/** Returns what a call of a function type returns: `T` of `impl Fn() -> T`. */
export function rustResultType(type: SyntaxNode): SyntaxNode | undefined {
  switch (type.type) {
    case "function_type":
      return field(type, "return_type");
    case "reference_type":
      return rustResultType(field(type, "type")!);
    case "dynamic_type":
    case "abstract_type":
      return rustResultType(field(type, "trait")!);
    case "bounded_type":
    case "trait_bounds":
      return type.namedChildren.map(rustResultType).find((one) => one !== undefined);
    case "generic_type": {
      const [first] = argumentsOf(type);
      return POINTERS.has(baseName(type)) && first !== undefined
        ? rustResultType(first)
        : undefined;
    }
  }
  return undefined;
}

/** Returns the bounds of a trait or a type parameter, and the traits that a type has in its own module. */
export function rustBasesOf(name: SyntaxNode): readonly SyntaxNode[] {
  const declaration = name.parent;
  if (declaration === null) return [];
  const bounds = field(declaration, "bounds")?.namedChildren ?? [];
  if (declaration.type === "type_parameter") {
    const item = declaration.parent?.parent;
    const where = item?.namedChildren.find(({ type }) => type === "where_clause")?.namedChildren ??
      [];
    const own = where.filter((one) => field(one, "left")?.text === name.text)
      .flatMap((one) => field(one, "bounds")?.namedChildren ?? []);
    return [...bounds, ...own];
  }
  return [
    ...bounds,
    ...implsOf(name).flatMap((one) => {
      const target = traitName(one) === "Deref" ? associatedType(one, "Target") : undefined;
      const trait = field(one, "trait")!;
      return target === undefined ? [trait] : [trait, target];
    }),
  ];
}

/** Returns the implementations of traits for a type that stand beside its declaration, given the name in that. */
function implsOf(name: SyntaxNode): readonly SyntaxNode[] {
  const declaration = name.parent;
  if (declaration === null || !TYPES.has(declaration.type)) return [];
  return (declaration.parent?.namedChildren ?? []).filter((one) =>
    one.type === "impl_item" && field(one, "trait") !== undefined &&
    rustTypeNames(field(one, "type")!)?.[0]?.text === name.text
  );
}

function traitName(item: SyntaxNode): string {
  const trait = field(item, "trait");
  return trait === undefined ? "" : rustTypeNames(trait)?.[0]?.text ?? "";
}

function associatedType(item: SyntaxNode, name: string): SyntaxNode | undefined {
  const alias = field(item, "body")?.namedChildren.find((one) =>
    one.type === "type_item" && field(one, "name")?.text === name
  );
  return alias && field(alias, "type");
}

/** Returns the type of the `impl`, or the name of the trait, around a node. */
export function rustOwnerTypeAt(node: SyntaxNode): SyntaxNode | undefined {
  const owner = findAround(node, OWNERS);
  return owner && field(owner, owner.type === "impl_item" ? "type" : "name");
}

/** Returns the name of the type of the `impl`, or of the trait, around a node. */
export function rustOwnerAt(node: SyntaxNode): string | undefined {
  const type = rustOwnerTypeAt(node);
  if (type === undefined) return undefined;
  return rustTypeNames(type)?.[0]?.text ?? type.text;
}
