import { field, findAround, type SyntaxNode } from "../syntax_node.ts";

const setOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));

/** Types that have the members of their argument. */
export const RUST_POINTERS = setOf(
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
const TYPES = setOf("struct_item enum_item union_item");
const OWNERS = setOf("impl_item trait_item");

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
      const inner = FUTURES.has(name)
        ? boundType(type)
        : RUST_POINTERS.has(name)
        ? argument
        : undefined;
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
  if (RUST_POINTERS.has(name)) return first && rustElementType(first, index);
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
      return RUST_POINTERS.has(baseName(type)) && first !== undefined
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
