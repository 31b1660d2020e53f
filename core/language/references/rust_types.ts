import type { Expression, ReferenceRules } from "../reference_rules.ts";
import { childOfType, field, findAncestor, isInField, type SyntaxNode } from "../syntax_node.ts";
import { readRustToken } from "./rust_patterns.ts";
import {
  createExpressionReader,
  createInnerTypeReader,
  createTypeNamesReader,
  resultOfMember,
  toExpression,
  toWordSet,
} from "./tables.ts";

/** Types with the members of their argument. */
const POINTERS = toWordSet(
  "Box Arc Rc Pin Cow Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard BoxFuture LocalBoxFuture ManuallyDrop",
);
/**
 * Types whose elements have the type of their first argument, including containers of one value.
 */
const HOLDERS = toWordSet(
  "Option Result Vec VecDeque HashSet BTreeSet BinaryHeap LinkedList SmallVec Mutex RwLock RefCell Cell OnceCell " +
    "OnceLock Lazy LazyLock LazyCell Peekable Weak Poll Iter IterMut IntoIter IndexSet",
);
const MAPS = toWordSet("HashMap BTreeMap IndexMap FxHashMap");
const ITERATORS = toWordSet(
  "Iterator IntoIterator DoubleEndedIterator ExactSizeIterator Stream FusedIterator",
);
const FUTURES = toWordSet("Future IntoFuture");
const TYPES = toWordSet("struct_item enum_item union_item");
const OWNERS = toWordSet("impl_item trait_item");

function argumentsOf(type: SyntaxNode): readonly SyntaxNode[] {
  return (field(type, "type_arguments")?.namedChildren ?? []).filter((one) =>
    one.type !== "lifetime"
  );
}

function baseName(type: SyntaxNode): string {
  const base = field(type, "type");
  return (field(base, "name") ?? base)?.text ?? "";
}

/** Returns the type that a trait bound sets: `T` of `Iterator<Item = T>`. */
function boundItemType(type: SyntaxNode): SyntaxNode | undefined {
  return field(argumentsOf(type).find((one) => one.type === "type_binding"), "type");
}

const typeNames: ReferenceRules["typeNames"] = createTypeNamesReader({
  "identifier type_identifier": "name",
  "scoped_type_identifier scoped_identifier": "name name",
  "generic_type generic_type_with_turbofish": (type) => {
    const name = baseName(type);
    const inner = FUTURES.has(name)
      ? boundItemType(type)
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

const elementType: ReferenceRules["elementType"] = createInnerTypeReader({
  "type_identifier": (type, index) => {
    const iterator = listTraitImpls(type).find((one) => ITERATORS.has(traitName(one)));
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
  if (ITERATORS.has(name)) return partOf(boundItemType(type), index);
  if (POINTERS.has(name)) return first && elementType(first, index);
  if (FUTURES.has(name)) return elementType(boundItemType(type) ?? type.firstNamedChild!, index);
  return HOLDERS.has(name) ? partOf(first, index) : undefined;
}

/**
 * Returns a part of an element that is a tuple. The second part of an element that is not a tuple
 * is the element itself; the first part is its number.
 */
function partOf(
  element: SyntaxNode | undefined,
  index: number | undefined,
): SyntaxNode | undefined {
  if (element === undefined || index === undefined) return element;
  if (element.type === "tuple_type") return element.namedChild(index) ?? undefined;
  return index === 1 ? element : undefined;
}

const partType: ReferenceRules["elementType"] = createInnerTypeReader({
  "identifier": ({ parent: variant }, index) => {
    const body = variant?.type === "enum_variant" ? field(variant, "body") : undefined;
    return body && partType(body, index!);
  },
  "tuple_type": (type, index) => type.namedChild(index!) ?? undefined,
  "ordered_field_declaration_list": (type, index) => type.childrenForFieldName("type")[index!],
  "reference_type": "in type",
});

const resultType: ReferenceRules["elementType"] = createInnerTypeReader({
  "function_type": "return_type",
  "reference_type": "in type",
  "dynamic_type abstract_type": "in trait",
  "bounded_type trait_bounds": "any",
  "generic_type": (type) => {
    const [first] = argumentsOf(type);
    return first && POINTERS.has(baseName(type)) ? resultType(first) : undefined;
  },
});

/**
 * Returns the trait implementations for a type beside its declaration, given the name in the
 * declaration.
 */
function listTraitImpls(name: SyntaxNode): readonly SyntaxNode[] {
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
  const owner = findAncestor(node, OWNERS);
  return owner && field(owner, owner.type === "impl_item" ? "type" : "name");
}

/** Returns the name of the type of the `impl`, or of the trait, around a node. */
function ownerAt(node: SyntaxNode): string | undefined {
  const type = ownerTypeAt(node);
  if (type === undefined) return undefined;
  return typeNames(type)?.[0]?.text ?? type.text;
}

const PATHS = toWordSet(
  "scoped_identifier scoped_type_identifier scoped_use_list use_wildcard use_list",
);
const STATEMENTS = toWordSet("expression_statement let_declaration empty_statement");
/** Expressions without a value, as they leave the block. */
const DIVERGING = toWordSet(
  "return_expression break_expression continue_expression macro_invocation",
);
/** Methods of lists, options, results and other containers of other projects. */
const MEMBERS = {
  same: toWordSet(
    "clone iter iter_mut into_iter as_ref as_mut as_deref as_deref_mut cloned copied to_owned first last first_mut " +
      "last_mut get get_mut next next_back pop pop_front pop_back peek find rev skip take step_by filter chain peekable " +
      "enumerate fuse inspect skip_while take_while drain lock read write try_lock ok ok_or ok_or_else context " +
      "with_context map_err or or_else replace borrow borrow_mut entry values values_mut into_values min_by_key " +
      "max_by_key min_by max_by by_ref upgrade to_vec into_inner load as_slice insert get_or_init",
  ),
  element: toWordSet(
    "unwrap expect unwrap_or unwrap_or_else unwrap_or_default unwrap_unchecked or_insert or_insert_with or_default " +
      "get_or_insert_with get_or_insert",
  ),
};
/** Functions that return their argument. */
const RETURNING_ARGUMENT_REGEXP = /(?:^|::)mem::(?:take|replace)$/;
/** Functions that return a pointer to their argument. */
const POINTER_MAKERS = toWordSet("new clone pin from");

function readCall(node: SyntaxNode): Expression | undefined {
  const callee = field(node, "function");
  if (callee === undefined) return undefined;
  if (callee.type === "generic_function") {
    const inner = field(callee, "function")!;
    const name = inner.type === "field_expression" ? field(inner, "field")?.text : undefined;
    const type = field(callee, "type_arguments")?.firstNamedChild;
    const returnsTypeArgument = name === "collect" || name === "parse" || name === "into";
    return returnsTypeArgument && type
      ? toExpression("typed", type)
      : toExpression("call", lastName(inner));
  }
  const path = callee.type === "scoped_identifier" ? field(callee, "path") : undefined;
  const argument = field(node, "arguments")?.firstNamedChild;
  const isPointer = path !== undefined && POINTERS.has(path.text.replace(/^.*::/, "")) &&
    POINTER_MAKERS.has(field(callee, "name")?.text ?? "");
  return isPointer && argument
    ? toExpression("same", argument)
    : toExpression("call", lastName(callee));
}

function lastName(callee: SyntaxNode): SyntaxNode {
  return field(callee, "field") ?? field(callee, "name") ?? callee;
}

function isPathHead(node: SyntaxNode): boolean {
  const { parent } = node;
  return parent !== null && PATHS.has(parent.type) &&
    (isInField(node, "path") || parent.type === "use_wildcard");
}

/**
 * Returns a path that begins with `crate`, `self` or `super`, made relative to the file instead of
 * the module around it: `::self::inner` for `self` in `mod inner { … }`.
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

export const RUST_TYPES = {
  readExpression: createExpressionReader({
    "identifier field_identifier shorthand_field_identifier": "name",
    "crate super": (node) => ({ is: "module", module: modulePath(node) }),
    "self": (node) =>
      isPathHead(node) ? { is: "module", module: modulePath(node) } : { is: "self" },
    "scoped_identifier": "name name",
    "type_identifier scoped_type_identifier generic_type generic_type_with_turbofish": "typed",
    "string_literal raw_string_literal integer_literal float_literal": "typed",
    "boolean_literal char_literal": "typed",
    "bracketed_type qualified_type": (node) => {
      const type = field(node, "type") ?? node.firstNamedChild;
      return toExpression(
        "typed",
        type?.type === "qualified_type" ? field(type, "type") ?? type : type,
      );
    },
    "field_expression": (node) => {
      const member = field(node, "field");
      if (member?.type !== "integer_literal") return toExpression("name", member);
      return { is: "part", of: field(node, "value")!, index: Number(member.text) };
    },
    "call_expression": readCall,
    "struct_expression": "typed name",
    "type_cast_expression": "typed type",
    "try_expression": "element first",
    "index_expression": ({ firstNamedChild: list, lastNamedChild: index }) =>
      index?.type === "range_expression"
        ? toExpression("same", list)
        : toExpression("element", list),
    "if_expression": "same consequence",
    "match_expression": (node) => {
      const values = (field(node, "body")?.namedChildren ?? [])
        .flatMap((arm) => field(arm, "value") ?? []);
      return toExpression("same", values.find(({ type }) => !DIVERGING.has(type)));
    },
    "block unsafe_block": ({ lastNamedChild: last }) =>
      last !== null && STATEMENTS.has(last.type) ? undefined : toExpression("same", last),
    "unary_expression await_expression parenthesized_expression": "same first",
    "reference_expression": "same value",
    "token_tree ?": readRustToken,
  }),
  /** Returns the result of a method of another project. */
  foreignResult({ parent, text: name }) {
    if (parent?.type === "scoped_identifier" && RETURNING_ARGUMENT_REGEXP.test(parent.text)) {
      return toExpression("same", field(parent.parent, "arguments")?.firstNamedChild);
    }
    return parent?.type === "field_expression"
      ? resultOfMember(name, field(parent, "value"), MEMBERS)
      : undefined;
  },
  typeNames,
  elementType,
  partType,
  resultType,
  /**
   * Returns the bounds of a trait or a type parameter, and the traits that a type implements in its
   * own module.
   */
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
      ...listTraitImpls(name).flatMap((one) => {
        const target = traitName(one) === "Deref" ? associatedType(one, "Target") : undefined;
        const trait = field(one, "trait")!;
        return target === undefined ? [trait] : [trait, target];
      }),
    ];
  },
  ownerAt,
  ownerTypeAt,
} satisfies Partial<ReferenceRules>;
