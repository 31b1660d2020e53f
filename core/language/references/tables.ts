import type { DeclaredName, Expression, NameUse, UsedName, UseKind } from "../reference_rules.ts";
import { field, findAround, isSameNode, type SyntaxNode } from "../syntax_node.ts";

/** Returns the words of a text: types of nodes, or names. */
export function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** Returns what rows have for each of the types of nodes in their keys, which are separated by spaces. */
export function tableOf<T>(rows: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(
    Object.entries(rows).flatMap(([types, row]) => types.split(" ").map((type) => [type, row])),
  );
}

/** Reads a name by what it stands in. */
export type NameReader = (node: SyntaxNode, parent: SyntaxNode) => NameUse | undefined;

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
export function used(how: UseKind, known: Partial<UsedName> = {}): UsedName {
  return { is: "used", how, ...known };
}

/** Returns an expression that is a name. */
export function nameOf(name: SyntaxNode | null | undefined): Expression | undefined {
  return name ? { is: "name", name } : undefined;
}

/** Returns an expression with the members of another one. */
export function sameAs(of: SyntaxNode | null | undefined): Expression | undefined {
  return of ? { is: "same", of } : undefined;
}

/** Returns an expression that is an element of another one. */
export function elementOf(of: SyntaxNode | null | undefined): Expression | undefined {
  return of ? { is: "element", of } : undefined;
}

/** Returns an expression of a type. */
export function typedBy(type: SyntaxNode | null | undefined): Expression | undefined {
  return type ? { is: "typed", type } : undefined;
}

/** Returns an expression that is a call. */
export function callOf(callee: SyntaxNode | null | undefined): Expression | undefined {
  return callee ? { is: "call", callee } : undefined;
}

/** Names of members that lists, maps and other holders have in all projects. */
export interface HolderMembers {
  /** Those that give such a holder of the same elements, or what they are called on. */
  readonly same: ReadonlySet<string>;
  /** Those that give an element, or a value of a map. */
  readonly element: ReadonlySet<string>;
}

/** Returns what a call of a member of a holder gives: it again, or an element. */
export function resultOfMember(
  name: string,
  holder: SyntaxNode | null | undefined,
  { same, element }: HolderMembers,
): Expression | undefined {
  if (same.has(name)) return sameAs(holder);
  return element.has(name) ? elementOf(holder) : undefined;
}

/** Returns the arguments in a list of them, without comments. */
export function argumentsIn(list: SyntaxNode | undefined): readonly SyntaxNode[] {
  return (list?.namedChildren ?? []).filter(({ type }) => !type.endsWith("comment"));
}

/** Where the variables of patterns are known, by types of nodes. */
export interface PatternScopes {
  /** Nodes in which the variable of a pattern is known when it matched. */
  readonly tests: ReadonlySet<string>;
  /** Nodes that turn a test around. */
  readonly negations: ReadonlySet<string>;
  /** Nodes whose variables end with them. */
  readonly blocks: ReadonlySet<string>;
}

/** Returns where the variable of a pattern is known: after the test when it is negated, else in what it is a test of. */
export function patternScope(
  node: SyntaxNode,
  { tests, negations, blocks }: PatternScopes,
): SyntaxNode | undefined {
  const test = findAround(node, tests);
  for (let around = node.parent; around !== null; around = around.parent) {
    if (isSameNode(test, around)) break;
    if (negations.has(around.type)) return findAround(node, blocks);
  }
  return test;
}

/** Returns the node that another one leads to. */
type Step = (node: SyntaxNode) => SyntaxNode | undefined;

/**
 * Returns what follows a path of fields with dots between them: `arguments.first` is the first named child of what is in
 * the field `arguments`, `last` the last one, `parent` what the node stands in, and an empty path the node itself.
 */
function stepsOf(path: string): Step {
  const steps = path === "" ? [] : path.split(".").map((name): Step => {
    if (name === "first") return ({ firstNamedChild }) => firstNamedChild ?? undefined;
    if (name === "last") return ({ lastNamedChild }) => lastNamedChild ?? undefined;
    if (name === "parent") return ({ parent }) => parent ?? undefined;
    return (node) => field(node, name);
  });
  return (node) => {
    let at: SyntaxNode | undefined = node;
    for (const step of steps) at = at && step(at);
    return at;
  };
}

/** Returns a word and what follows the path behind it. */
function ruleOf(row: string): { readonly word: string; readonly step: Step } {
  const [word = "", path = ""] = row.split(" ");
  return { word, step: stepsOf(path) };
}

/** Reads an expression by the type of its node. */
type ExpressionReader = (node: SyntaxNode) => Expression | undefined;

const EXPRESSION_MAKERS: Readonly<
  Record<string, (node: SyntaxNode | undefined) => Expression | undefined>
> = {
  name: nameOf,
  call: callOf,
  typed: typedBy,
  same: sameAs,
  element: elementOf,
  self: () => ({ is: "self" }),
  super: () => ({ is: "super" }),
};

/**
 * Returns what reads expressions by a table of the types of their nodes. A row says what they are, and where what they
 * are about stands in them, see {@link stepsOf}: `"call function"`, `"same first"`, `"self"`, and `"typed"` for a literal,
 * which is its own type; or it is a function.
 */
export function expressionReader(
  rows: Readonly<Record<string, string | ExpressionReader>>,
): ExpressionReader {
  const readers = tableOf(rows);
  const made = new Map([...readers].map(([type, row]): [string, ExpressionReader] => {
    if (typeof row !== "string") return [type, row];
    const { word, step } = ruleOf(row);
    const make = EXPRESSION_MAKERS[word]!;
    return [type, (node) => make(step(node))];
  }));
  return (node) => made.get(node.type)?.(node);
}

/** Reads the names in a type; undefined where it may be anything. */
type TypeNamesReader = (type: SyntaxNode) => readonly SyntaxNode[] | undefined;

/**
 * Returns what reads the names of types by a table of the types of their nodes: `"name field"` for a node that is the
 * name, `"in field"` for one that is a type again, `"all"` for all of the types in it, `"none"` for what the language
 * itself has, `"any"` for what may be anything; or a function.
 *
 * @param otherwise What a type has of which no row tells anything.
 */
export function typeNamesReader(
  rows: Readonly<Record<string, string | TypeNamesReader>>,
  otherwise: "none" | "any",
): TypeNamesReader {
  const unknown = otherwise === "none" ? [] : undefined;
  const readers = new Map([...tableOf(rows)].map(([type, row]): [string, TypeNamesReader] => {
    if (typeof row !== "string") return [type, row];
    const { word, step } = ruleOf(row);
    switch (word) {
      case "name":
        return [type, (node) => namesOr(step(node), unknown)];
      case "in": {
        return [type, (node) => {
          const inner = step(node);
          return inner === undefined ? unknown : read(inner);
        }];
      }
      case "all":
        return [type, (node) => namesOfAll(node.namedChildren, read)];
    }
    return [type, () => word === "none" ? [] : undefined];
  }));
  const read: TypeNamesReader = (type) => {
    const reader = readers.get(type.type);
    return reader === undefined ? unknown : reader(type);
  };
  return read;
}

function namesOr(
  name: SyntaxNode | undefined,
  unknown: readonly SyntaxNode[] | undefined,
): readonly SyntaxNode[] | undefined {
  return name === undefined ? unknown : [name];
}

/** Returns the names of several types; undefined when one of them may be anything. */
export function namesOfAll(
  types: readonly SyntaxNode[],
  read: TypeNamesReader,
): readonly SyntaxNode[] | undefined {
  const all = types.map(read);
  return all.includes(undefined) ? undefined : all.flatMap((names = []) => names);
}

/** Returns a type in a type, of several parts the one at an index. */
type InnerTypeReader = (type: SyntaxNode, index?: number) => SyntaxNode | undefined;

/**
 * Returns what finds a type in another one by a table of the types of their nodes: a path to it, see {@link stepsOf}, or
 * `"in path"` where it is in what is there, `"any"` where it is in one of the types in it; or a function.
 */
export function innerTypeReader(
  rows: Readonly<Record<string, string | InnerTypeReader>>,
): InnerTypeReader {
  const readers = new Map([...tableOf(rows)].map(([type, row]): [string, InnerTypeReader] => {
    if (typeof row !== "string") return [type, row];
    if (row === "any") {
      return [
        type,
        ({ namedChildren }, index) => firstOf(namedChildren, (one) => read(one, index)),
      ];
    }
    const { word, step } = ruleOf(row);
    if (word !== "in") return [type, stepsOf(row)];
    return [type, (node, index) => {
      const inner = step(node);
      return inner && read(inner, index);
    }];
  }));
  const read: InnerTypeReader = (type, index) => readers.get(type.type)?.(type, index);
  return read;
}

/** Returns the first that is found for one of several nodes. */
export function firstOf<T>(
  nodes: readonly SyntaxNode[],
  find: (node: SyntaxNode) => T | undefined,
): T | undefined {
  for (const node of nodes) {
    const found = find(node);
    if (found !== undefined) return found;
  }
  return undefined;
}
