import type { ReferenceRules } from "../reference_rules.ts";
import { childOfType, field, findAround, type SyntaxNode } from "../syntax_node.ts";
import { innerTypeReader, setOf, typeNamesReader } from "./tables.ts";

/** Types that have the members of their argument. */
export const POINTERS: ReadonlySet<string> = setOf(
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
const TYPES = setOf("struct_item enum_item union_item");
const OWNERS = setOf("impl_item trait_item");

function argumentsOf(type: SyntaxNode): readonly SyntaxNode[] {
  return (field(type, "type_arguments")?.namedChildren ?? []).filter((one) =>
    one.type !== "lifetime"
  );
}

function baseName(type: SyntaxNode): string {
  const base = field(type, "type");
  return (field(base, "name") ?? base)?.text ?? "";
}

/** Returns the type that a trait is bound to give: `T` of `Iterator<Item = T>`. */
function boundType(type: SyntaxNode): SyntaxNode | undefined {
  return field(argumentsOf(type).find((one) => one.type === "type_binding"), "type");
}

const typeNames: ReferenceRules["typeNames"] = typeNamesReader({
  "identifier type_identifier": "name",
  "scoped_type_identifier scoped_identifier": "name name",
  "generic_type generic_type_with_turbofish": (type) => {
    const name = baseName(type);
    const inner = FUTURES.has(name)
      ? boundType(type)
      : POINTERS.has(name)
      ? argumentsOf(type)[0]
      : undefined;
    return typeNames(inner ?? field(type, "type")!);
  },
  "reference_type pointer_type qualified_type higher_ranked_trait_bound": "in type",
  "dynamic_type abstract_type": "in trait",
  "bounded_type bracketed_type trait_bounds": "all",
  "primitive_type tuple_type unit_type array_type function_type never_type": "none",
  "removed_trait_bound lifetime ordered_field_declaration_list": "none",
  "string_literal raw_string_literal integer_literal float_literal": "none",
  "boolean_literal char_literal": "none",
}, "any");

const elementType: ReferenceRules["elementType"] = innerTypeReader({
  "type_identifier": (type, index) => {
    const iterator = implsOf(type).find((one) => ITERATORS.has(traitName(one)));
    return iterator && partOf(associatedType(iterator, "Item"), index);
  },
  "reference_type pointer_type": "in type",
  "array_type": (type, index) => partOf(field(type, "element"), index),
  "dynamic_type abstract_type": "in trait",
  "bounded_type bracketed_type trait_bounds": "any",
  "generic_type generic_type_with_turbofish": genericElement,
});

function genericElement(type: SyntaxNode, index: number | undefined): SyntaxNode | undefined {
  const name = baseName(type);
  const [first, second] = argumentsOf(type);
  if (MAPS.has(name)) return index === 0 ? first : second;
  if (ITERATORS.has(name)) return partOf(boundType(type), index);
  if (POINTERS.has(name)) return first && elementType(first, index);
  if (FUTURES.has(name)) return elementType(boundType(type) ?? type.firstNamedChild!, index);
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

const partType: ReferenceRules["elementType"] = innerTypeReader({
  "identifier": ({ parent: variant }, index) => {
    const body = variant?.type === "enum_variant" ? field(variant, "body") : undefined;
    return body && partType(body, index!);
  },
  "tuple_type": (type, index) => type.namedChild(index!) ?? undefined,
  "ordered_field_declaration_list": (type, index) => type.childrenForFieldName("type")[index!],
  "reference_type": "in type",
});

const resultType: ReferenceRules["elementType"] = innerTypeReader({
  "function_type": "return_type",
  "reference_type": "in type",
  "dynamic_type abstract_type": "in trait",
  "bounded_type trait_bounds": "any",
  "generic_type": (type) => {
    const [first] = argumentsOf(type);
    return first && POINTERS.has(baseName(type)) ? resultType(first) : undefined;
  },
});

/** Returns the implementations of traits for a type that stand beside its declaration, given the name in that. */
function implsOf(name: SyntaxNode): readonly SyntaxNode[] {
  const declaration = name.parent;
  if (declaration === null || !TYPES.has(declaration.type)) return [];
  return (declaration.parent?.namedChildren ?? []).filter((one) =>
    one.type === "impl_item" && field(one, "trait") !== undefined &&
    typeNames(field(one, "type")!)?.[0]?.text === name.text
  );
}

function traitName(item: SyntaxNode): string {
  const trait = field(item, "trait");
  return trait === undefined ? "" : typeNames(trait)?.[0]?.text ?? "";
}

function associatedType(item: SyntaxNode, name: string): SyntaxNode | undefined {
  const alias = field(item, "body")?.namedChildren.find((one) =>
    one.type === "type_item" && field(one, "name")?.text === name
  );
  return field(alias, "type");
}

function ownerTypeAt(node: SyntaxNode): SyntaxNode | undefined {
  const owner = findAround(node, OWNERS);
  return owner && field(owner, owner.type === "impl_item" ? "type" : "name");
}

/** Returns the name of the type of the `impl`, or of the trait, around a node. */
export function ownerAt(node: SyntaxNode): string | undefined {
  const type = ownerTypeAt(node);
  if (type === undefined) return undefined;
  return typeNames(type)?.[0]?.text ?? type.text;
}

export const TYPE_RULES = {
  typeNames,
  elementType,
  partType,
  resultType,
  /** Returns the bounds of a trait or a type parameter, and the traits that a type has in its own module. */
  basesOf(name) {
    const declaration = name.parent;
    const bounds = field(declaration, "bounds")?.namedChildren ?? [];
    if (declaration?.type === "type_parameter") {
      const item = declaration.parent?.parent;
      const where = childOfType(item, "where_clause")?.namedChildren ?? [];
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
  },
  ownerAt,
  ownerTypeAt,
} satisfies Partial<ReferenceRules>;
