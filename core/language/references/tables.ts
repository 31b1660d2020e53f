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

/** Returns the words of a text: types of nodes, or names. */
export function toWordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Returns what rows have for each of the types of nodes in their keys, which are separated by spaces. */
export function toTable<T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(
    Object.entries(rows).flatMap(([types, row]) => types.split(" ").map((type) => [type, row])),
  );
}

/** Reads a name by what it stands in: null for what does nothing, undefined where another reader may tell. */
export type NameReader = (node: SyntaxNode, parent: SyntaxNode) => NameUse | null | undefined;

/** A name in an import or export. */
export const IMPORTED: NameUse = { is: "imported" };

/** Returns what declares a name. */
export function declared(
  kind: DeclaredName["kind"],
  known: Partial<DeclaredName> = {},
): DeclaredName {
  return { is: "declared", kind, ...known };
}

/** Returns what uses a name. */
export function used(how: UsedName["useKind"], known: Partial<UsedName> = {}): UsedName {
  return { is: "used", useKind: how, ...known };
}

/** Returns an expression that is about a node; undefined where there is no such node. */
export function toExpression(
  is: ExpressionOfNode["is"],
  of: SyntaxNode | null | undefined,
): Expression | undefined {
  return of ? { is, of } : undefined;
}

/**
 * Returns what a call of a member of a list, a map or another holder gives, by the name that such a member has in all
 * projects: the holder again, or one with the same elements; or an element.
 */
export function resultOfMember(
  name: string,
  holder: SyntaxNode | null | undefined,
  { same, element }: Readonly<Record<"same" | "element", ReadonlySet<string>>>,
): Expression | undefined {
  if (same.has(name)) return toExpression("same", holder);
  return element.has(name) ? toExpression("element", holder) : undefined;
}

/** Returns the arguments in a list of them, without comments. */
export function argumentsIn(list: SyntaxNode | undefined): readonly SyntaxNode[] {
  return (list?.namedChildren ?? []).filter(({ type }) => !type.endsWith("comment"));
}

/**
 * Returns where the variable of a pattern is known: after the test when it is negated, else in what it is a test of.
 *
 * @param types Types of nodes: those in which the variable is known when the pattern matched, those that turn a test
 * around, and those whose variables end with them.
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

/** Declares a value by its type, or by what it begins with where that is not written. */
export function declareTyped(
  type: SyntaxNode | null | undefined,
  scope: SyntaxNode | null | undefined,
  value?: SyntaxNode | null,
): DeclaredName {
  const isInferred = !type || type.type === "implicit_type" || type.text === "var";
  const known = isInferred ? { value: value ?? undefined } : { type };
  return declared("value", { scope: scope ?? undefined, ...known });
}

/** Declares an element of a value by its type, or by the value where no type is written. */
export function declareElement(...typed: Parameters<typeof declareTyped>): DeclaredName {
  const each = declareTyped(...typed);
  return { ...each, isElement: each.type === undefined };
}

/** Returns the node that another one leads to. */
type Step = (node: SyntaxNode) => SyntaxNode | undefined;

/**
 * Returns what follows a path of fields with dots between them: `arguments.first` is the first named child of what is in
 * the field `arguments`, `last` the last one, `parent` what the node stands in, `root` the whole file, and `it`, as an empty
 * path, the node itself.
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

/** What {@link createNameReader} knows of a language. */
interface NameRules {
  /** Returns the use of a name, with what is before it. */
  readonly useOf: (node: SyntaxNode, receiver?: SyntaxNode) => NameUse | undefined;
  readonly ownerAt: ReferenceRules["ownerAt"];
  /** Returns where something is known that is declared at a node. */
  readonly placeOf?: (node: SyntaxNode) => Partial<DeclaredName>;
  /** Names by the types of the nodes that they stand in, or by these and their field there: `class.name`. */
  readonly rows: Readonly<Record<string, string | NameReader>>;
  /** Reads what no row tells anything of. @default useOf */
  readonly otherwise?: (node: SyntaxNode, parent: SyntaxNode) => NameUse | undefined;
}

/**
 * Returns what reads names by a table of what they stand in. A row is a function, or says what a name does there:
 * - `"none"` nothing; `"imported"`;
 * - `"use path"` a use, of what the path leads to if there is one, see {@link parsePath}: it begins at what the name stands in;
 * - `"value scope=path type=path"`, or another kind: it declares such a thing. `place` is where that is known, `owner` is
 *   the one around it, or that at a path, and the words `element`, `forward`, `parameter` and `private` say what it is.
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

/** Returns readers by the types of nodes, from a table of readers and of texts, each of a word and a path for `make`. */
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
 * Returns what reads expressions by a table of the types of their nodes. A row says what they are, and where what they
 * are about stands in them, see {@link parsePath}: `"call function"`, `"same first"`, `"self"`, and `"typed"` for a literal,
 * which is its own type; or it is a function.
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

/** Reads the names in a type; undefined where it may be anything. */
type TypeNamesReader = ReferenceRules["typeNames"];

/**
 * Returns what reads the names of types by a table of the types of their nodes: `"name field"` for a node that is the
 * name, `"in field"` for one that is a type again, `"all"` for all of the types in it, `"none"` for what the language
 * itself has, `"any"` for what may be anything; or a function.
 *
 * @param otherwise What a type has of which no row tells anything.
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

/** Returns the names of several types; undefined when one of them may be anything. */
export function listTypeNames(
  types: readonly SyntaxNode[],
  read: TypeNamesReader,
): readonly SyntaxNode[] | undefined {
  const all = types.map(read);
  return all.includes(undefined) ? undefined : all.flatMap((names = []) => names);
}

/**
 * Returns what finds a type in another one by a table of the types of their nodes: a path to it, see {@link parsePath}, or
 * `"in path"` where it is in what is there, `"any"` where it is in one of the types in it; or a function. Of several parts
 * it is the one at an index.
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

/** Returns the first that is found for one of several nodes. */
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
