import type {
  DeclaredName,
  Expression,
  ExpressionOfNode,
  NameUse,
  ReferenceRules,
  UsedName,
} from "../reference_rules.ts";
import {
  field,
  findAncestor,
  isInField,
  isSameNode,
  rootOf,
  type SyntaxNode,
} from "../syntax_node.ts";

/** Returns the set of words in a text: types of nodes, or names. */
export function toWordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/**
 * Returns a map from types of nodes to rows; the keys of `rows` contain types separated by spaces.
 */
export function toTable<T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(
    Object.entries(rows).flatMap(([types, row]) => types.split(" ").map((type) => [type, row])),
  );
}

/**
 * Reader of a name by its parent: null for a name without a role, undefined when another reader may
 * decide.
 */
export type NameReader = (node: SyntaxNode, parent: SyntaxNode) => NameUse | null | undefined;

/** Name in an import or export. */
export const IMPORTED: NameUse = { is: "imported" };

/** Returns the declaration of a name. */
export function declared(
  kind: DeclaredName["kind"],
  known: Partial<DeclaredName> = {},
): DeclaredName {
  return { is: "declared", kind, ...known };
}

/** Returns the use of a name. */
export function used(useKind: UsedName["useKind"], known: Partial<UsedName> = {}): UsedName {
  return { is: "used", useKind, ...known };
}

/** Returns an expression that is defined by a node; undefined without a node. */
export function toExpression(
  is: ExpressionOfNode["is"],
  of: SyntaxNode | null | undefined,
): Expression | undefined {
  return of ? { is, of } : undefined;
}

/**
 * Returns the result of a call of a member of a list, a map or another container, guessed from the
 * name of the member. The result is a container with the same elements, or an element.
 */
export function resultOfMember(
  name: string,
  holder: SyntaxNode | null | undefined,
  { same, element }: Readonly<Record<"same" | "element", ReadonlySet<string>>>,
): Expression | undefined {
  if (same.has(name)) return toExpression("same", holder);
  return element.has(name) ? toExpression("element", holder) : undefined;
}

/** Returns the arguments in a list, without comments. */
export function argumentsIn(list: SyntaxNode | undefined): readonly SyntaxNode[] {
  return (list?.namedChildren ?? []).filter(({ type }) => !type.endsWith("comment"));
}

/**
 * Returns the scope of the variable of a pattern: after the test when the test is negated, else the
 * node that the pattern is a test of.
 *
 * @param types Types of nodes in which the variable is visible when the pattern matched, of nodes
 * that negate a test, and of nodes that limit the scope of their variables.
 */
export function patternScope(
  node: SyntaxNode,
  types: Readonly<Record<"tests" | "negations" | "blocks", ReadonlySet<string>>>,
): SyntaxNode | undefined {
  const test = findAncestor(node, types.tests);
  for (let around = node.parent; around !== null; around = around.parent) {
    if (isSameNode(test, around)) break;
    if (types.negations.has(around.type)) return findAncestor(node, types.blocks);
  }
  return test;
}

/** Declares a value by its type, or by its initial value when no type is written. */
export function declareTyped(
  type: SyntaxNode | null | undefined,
  scope: SyntaxNode | null | undefined,
  value?: SyntaxNode | null,
): DeclaredName {
  const isInferred = !type || type.type === "implicit_type" || type.text === "var";
  const known = isInferred ? { value: value ?? undefined } : { type };
  return declared("value", { scope: scope ?? undefined, ...known });
}

/** Declares an element of a value by its type, or by the value when no type is written. */
export function declareElement(...typed: Parameters<typeof declareTyped>): DeclaredName {
  const each = declareTyped(...typed);
  return { ...each, isElement: each.type === undefined };
}

/** Step from a node to another one. */
type Step = (node: SyntaxNode) => SyntaxNode | undefined;

/**
 * Returns the step along a dotted path of fields: `arguments.first` is the first named child of the
 * field `arguments`, `last` the last named child, `parent` the parent, `root` the whole file, and
 * `it`, or an empty path, the node itself.
 */
function parsePath(path: string): Step {
  const steps = path.split(".").map((name): Step => {
    if (name === "" || name === "it") return (node) => node;
    if (name === "first") return ({ firstNamedChild }) => firstNamedChild ?? undefined;
    if (name === "last") return ({ lastNamedChild }) => lastNamedChild ?? undefined;
    if (name === "parent") return ({ parent }) => parent ?? undefined;
    return name === "root" ? rootOf : (node) => field(node, name);
  });
  return (node) => {
    let at: SyntaxNode | undefined = node;
    for (const step of steps) at = at && step(at);
    return at;
  };
}

/** Rules of a language for {@link createNameReader}. */
interface NameRules {
  /** Returns the use of a name, with its receiver. */
  readonly useOf: (node: SyntaxNode, receiver?: SyntaxNode) => NameUse | undefined;
  readonly ownerAt: ReferenceRules["ownerAt"];
  /** Returns the scope and owner of a declaration at a node. */
  readonly placeOf?: (node: SyntaxNode) => Partial<DeclaredName>;
  /**
   * Readers by the type of the parent node, or by this type and the field of the name in it:
   * `class.name`.
   */
  readonly rows: Readonly<Record<string, string | NameReader>>;
  /** Reads names without a matching row. @default useOf */
  readonly otherwise?: (node: SyntaxNode, parent: SyntaxNode) => NameUse | undefined;
}

/**
 * Returns a reader of names from a table by parent node. A row is a function, or states the role of
 * the name:
 * - `"none"`: no role; `"imported"`: a name in an import or export;
 * - `"use path"`: a use, whose receiver is at the path if there is one, see {@link parsePath}; the
 * path begins at the parent;
 * - `"value scope=path type=path"`, or another kind: a declaration. `place` adds the scope. `owner`
 *   adds the enclosing type, or the type at a path. The words `element`, `forward`, `typeParameter`
 *   and `private` set flags.
 */
export function createNameReader(
  { rows, otherwise, ...rules }: NameRules,
): ReferenceRules["readName"] {
  const readers = new Map<string, NameReader[]>();
  for (const [places, row] of Object.entries(rows)) {
    const read = typeof row === "string" ? toNameReader(row, rules) : row;
    for (const place of places.split(" ")) {
      const [type = "", name] = place.split(".");
      const reader: NameReader = name === undefined
        ? read
        : (node, parent) => isInField(node, name) ? read(node, parent) : undefined;
      readers.getOrInsertComputed(type, () => []).push(reader);
    }
  }
  return (node) => {
    const { parent } = node;
    if (parent === null) return undefined;
    for (const read of readers.get(parent.type) ?? []) {
      const found = read(node, parent);
      if (found !== undefined) return found ?? undefined;
    }
    return otherwise === undefined ? rules.useOf(node) : otherwise(node, parent);
  };
}

function toNameReader(
  row: string,
  { useOf, ownerAt, placeOf }: Omit<NameRules, "rows" | "otherwise">,
): NameReader {
  const [word, ...known] = row.split(" ");
  if (word === "none") return () => null;
  if (word === "imported") return () => IMPORTED;
  if (word === "use") {
    const [path] = known;
    const receiver = path === undefined ? undefined : parsePath(path);
    return (node, parent) => useOf(node, receiver?.(parent)) ?? null;
  }
  const steps = known.filter((one) => one.includes("=")).map((one) => {
    const [key = "", path = ""] = one.split("=");
    const step = parsePath(path);
    return [key, key === "owner" ? (node: SyntaxNode) => step(node)?.text : step] as const;
  });
  const flags = known.filter((one) => !/=|owner|place/.test(one))
    .map((one) => [`is${one[0]!.toUpperCase()}${one.slice(1)}`, true]);
  const isOwned = known.includes("owner");
  const isPlaced = known.includes("place");
  return (node, parent) =>
    declared(word as DeclaredName["kind"], {
      ...Object.fromEntries(flags),
      ...(isPlaced ? placeOf?.(parent) : {}),
      ...Object.fromEntries(steps.map(([key, step]) => [key, step(parent)])),
      ...(isOwned ? { owner: ownerAt(node) } : {}),
    });
}

/**
 * Returns readers by the types of nodes. The rows of the table are readers, or texts with a word
 * and a path, from which `make` creates a reader.
 */
function createReaders<Reader extends (node: SyntaxNode, index?: number) => unknown>(
  rows: Readonly<Record<string, string | Reader>>,
  make: (word: string, step: Step) => Reader,
): ReadonlyMap<string, Reader> {
  return new Map([...toTable(rows)].map(([type, row]) => {
    if (typeof row !== "string") return [type, row];
    const [word = "", path = ""] = row.split(" ");
    return [type, make(word, parsePath(path))];
  }));
}

/**
 * Returns a reader of expressions from a table by node type. A row states the kind of expression
 * and the path to the node that defines it, see {@link parsePath}: `"call function"`, `"same
 * first"`, `"self"`, and `"typed"` for a literal, which is its own type; or it is a function.
 */
export function createExpressionReader(
  rows: Readonly<Record<string, string | ReferenceRules["readExpression"]>>,
): ReferenceRules["readExpression"] {
  const readers = createReaders(rows, (word, step) => {
    if (word === "self" || word === "super") return () => ({ is: word });
    return (node) => toExpression(word as ExpressionOfNode["is"], step(node));
  });
  return (node) => readers.get(node.type)?.(node);
}

/** Reader of the names in a type; undefined for a type without restrictions. */
type TypeNamesReader = ReferenceRules["typeNames"];

/**
 * Returns a reader of the names of types from a table by node type: `"name field"` for a node that
 * is the name, `"in field"` for one that contains another type, `"all"` for all of the types in it,
 * `"none"` for built-in types, `"any"` for types without restrictions; or a function.
 *
 * @param otherwise Result for types without a row.
 */
export function createTypeNamesReader(
  rows: Readonly<Record<string, string | TypeNamesReader>>,
  otherwise: "none" | "any",
): TypeNamesReader {
  const unknown = otherwise === "none" ? [] : undefined;
  const readers = createReaders<TypeNamesReader>(rows, (word, step) => (node) => {
    if (word === "all") return listTypeNames(node.namedChildren, read);
    if (word === "none" || word === "any") return word === "none" ? [] : undefined;
    const inner = step(node);
    if (inner === undefined) return unknown;
    return word === "in" ? read(inner) : [inner];
  });
  const read: TypeNamesReader = (type) => {
    const reader = readers.get(type.type);
    return reader === undefined ? unknown : reader(type);
  };
  return read;
}

/** Returns the names of several types; undefined when one of them has no restrictions. */
export function listTypeNames(
  types: readonly SyntaxNode[],
  read: TypeNamesReader,
): readonly SyntaxNode[] | undefined {
  const all = types.map(read);
  return all.includes(undefined) ? undefined : all.flatMap((names = []) => names);
}

/**
 * Returns a reader of a type inside another one from a table by node type: a path to the type, see
 * {@link parsePath}; `"in path"` when the node at the path is read again; `"any"` for the first
 * result among the types in the node; or a function. The index selects one of several parts.
 */
export function createInnerTypeReader(
  rows: Readonly<Record<string, string | ReferenceRules["elementType"]>>,
): ReferenceRules["elementType"] {
  const readers = createReaders<ReferenceRules["elementType"]>(rows, (word, step) => {
    if (word === "any") {
      return ({ namedChildren }, index) => findFirstIn(namedChildren, (one) => read(one, index));
    }
    if (word !== "in") return parsePath(word);
    return (node, index) => {
      const inner = step(node);
      return inner && read(inner, index);
    };
  });
  const read: ReferenceRules["elementType"] = (type, index) =>
    readers.get(type.type)?.(type, index);
  return read;
}

/** Returns the first result that is found for one of several nodes. */
export function findFirstIn<T>(
  nodes: readonly SyntaxNode[],
  find: (node: SyntaxNode) => T | undefined,
): T | undefined {
  for (const node of nodes) {
    const found = find(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
