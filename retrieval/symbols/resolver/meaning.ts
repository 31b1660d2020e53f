import type { DeclaredName, SyntaxNode, UsedName } from "@dossier/core/language";
import type { ModulePlace } from "../modules/module_places.ts";
import type { Declaration, SyntaxFile } from "../syntax_file.ts";

/** Meaning of a name or an expression. */
export type NameMeaning =
  | DeclaredMeaning
  | ModuleMeaning
  /** Something from outside of the tree, or of the language itself. */
  | { readonly is: "foreign" };

/** Module or package. */
export interface ModuleMeaning {
  readonly is: "module";
  readonly places: readonly ModulePlace[];
  /** Its path in an import, and the file with the import. */
  readonly imported?: { readonly path: string; readonly from: SyntaxFile } | undefined;
}

/** Declaration in a file. */
export interface DeclaredMeaning {
  readonly is: "declared";
  readonly file: SyntaxFile;
  readonly declaration: Declaration;
  /** Other possible declarations: overloads, or members of the alternatives of a union type. */
  readonly others?: readonly DeclaredMeaning[];
}

/** Type: a type expression in a file, or its declaration. */
export type TypeReference =
  | { readonly file: SyntaxFile; readonly type: SyntaxNode }
  | { readonly meaning: NameMeaning };

/** Name to resolve, with known facts about its use. */
export interface NameQuery {
  readonly name: string;
  /** Number of arguments of the call. */
  readonly argumentCount?: number | undefined;
  readonly means?: UsedName["possibleKinds"];
  readonly isStatic?: boolean | undefined;
}

/** Mutually recursive queries between the parts of a resolver. */
export interface MeaningSource {
  /** Returns the meaning of a name in a file, or `undefined` if unknown. */
  meaningOf(file: SyntaxFile, node: SyntaxNode): Promise<NameMeaning | undefined>;
  /** Returns the type of an expression. */
  typeOf(file: SyntaxFile, node: SyntaxNode): Promise<TypeReference | undefined>;
  /** Returns the type of a meaning. */
  typeOfMeaning(meaning: NameMeaning): Promise<TypeReference | undefined>;
  /**
   * Returns the member of a type, an object or a module that has a name; foreign when it certainly
   * has none in the tree.
   *
   * @param seen Nodes of the types that were visited, to which this adds.
   */
  findMemberOf(
    owner: NameMeaning,
    query: NameQuery,
    seen?: Set<SyntaxNode>,
  ): Promise<NameMeaning | undefined>;
}

/** Meaning of everything from outside of the tree. */
export const FOREIGN_MEANING: NameMeaning = { is: "foreign" };

/** Maximum number of aliases that are followed one after the other: cyclic aliases have no end. */
export const MAX_ALIASES = 8;

/** Returns the declarations of a name in a file. */
export function listDeclared(file: SyntaxFile, name: string): readonly DeclaredMeaning[] {
  return file.listDeclarations(name).map((declaration) => ({ is: "declared", file, declaration }));
}

/** Returns the first of several possible declarations, with the others. */
export function joinMeanings(meanings: readonly DeclaredMeaning[]): DeclaredMeaning | undefined {
  const [first, ...others] = meanings;
  return first === undefined || others.length === 0 ? first : { ...first, others };
}

/** Returns a meaning with several possible declarations as one meaning for each. */
export function splitMeaning(meaning: DeclaredMeaning): readonly DeclaredMeaning[] {
  return [meaning, ...meaning.others ?? []].map(({ is, file, declaration }) => ({
    is,
    file,
    declaration,
  }));
}

/** Returns the unique key of a declaration. */
export function keyOfDeclaration({ file, declaration: { node } }: DeclaredMeaning): string {
  return `${file.path}\0${node.startIndex}`;
}

/** Returns true when two meanings are the same declaration. */
export function isSameDeclaration(a: DeclaredMeaning, b: DeclaredMeaning): boolean {
  return a.file === b.file && a.declaration.node.startIndex === b.declaration.node.startIndex;
}

/** Returns the qualified name of a type, in a language that identifies types by it. */
export function typePath({ rules }: SyntaxFile, name: SyntaxNode): string | undefined {
  const outer = rules.ownerPath?.(name);
  return outer === undefined ? undefined : outer === "" ? name.text : `${outer}::${name.text}`;
}

/** Returns true when two declarations are parts of the same type. */
export function isSameType(a: DeclaredMeaning, b: DeclaredMeaning): boolean {
  if (a.declaration.use.kind !== "type" || b.declaration.use.kind !== "type") return false;
  const path = typePath(a.file, a.declaration.node);
  return path !== undefined && path === typePath(b.file, b.declaration.node);
}

/** Returns true when a declaration is of a requested kind. */
export function matchesKind({ kind }: DeclaredName, { means }: Pick<NameQuery, "means">): boolean {
  return means === undefined || means.includes(kind);
}

/** Returns true when the meaning of a name is of a requested kind, as far as that is known. */
export function canMatch(found: NameMeaning, query: NameQuery): boolean {
  if (found.is === "module") return query.means?.includes("module") !== false;
  return found.is === "foreign" || matchesKind(found.declaration.use, query);
}

/**
 * Returns true when a name can mean a definition of a kind: a macro or anything else, in a language
 * with that distinction.
 */
export function canMeanKind({ possibleKinds }: UsedName, kind: DeclaredName["kind"]): boolean {
  return possibleKinds === undefined || possibleKinds.includes("macro") === (kind === "macro");
}

/**
 * Returns true when functions take different numbers of arguments. Only one of a declaration and a
 * definition has default values.
 */
export function differInArity({ arity: a }: DeclaredName, { arity: b }: DeclaredName): boolean {
  return a !== undefined && b !== undefined && a[1] !== b[1];
}

/** Returns true when a definition can be called with this number of arguments. */
export function acceptsArgumentCount(
  { arity }: DeclaredName,
  argumentCount: number | undefined,
): boolean {
  return arity === undefined || argumentCount === undefined ||
    argumentCount >= arity[0] && argumentCount <= arity[1];
}

/**
 * Returns the declarations of a name that a call with this number of arguments can mean, the
 * likeliest first: a type, or the overloads that accept them.
 */
export function listFitting(
  members: readonly DeclaredMeaning[],
  argumentCount: number | undefined,
): readonly DeclaredMeaning[] {
  // A member that is only declared in a type may be defined elsewhere.
  const types = members.filter(({ declaration: { use } }) =>
    use.kind === "type" && use.isForward !== true
  );
  if (types.length > 0) return types.slice(0, 1);
  const fit = members.filter(({ declaration: { use } }) =>
    acceptsArgumentCount(use, argumentCount)
  );
  // Overloads that differ by types are chosen later.
  const isTyped = members.some(({ file }) => file.rules.overloads !== undefined);
  const all = fit.length > 0 || isTyped ? fit : members;
  // A variadic overload is meant when no other one is, or when its list can be passed as one
  // argument.
  const closed = all.filter(({ declaration: { use: { arity } } }) =>
    isTyped || arity?.[1] !== Infinity || argumentCount === arity[0] + 1
  );
  const [first, ...others] = (closed.length > 0 && argumentCount !== undefined ? closed : all)
    .toSorted((a, b) => Number(isOverride(a)) - Number(isOverride(b)));
  return first === undefined ? [] : [first, ...others.filter((one) => isOverload(one, first))];
}

/** Returns the meaning of an imported name that is called with this number of arguments. */
export function narrowMeaning(
  meaning: NameMeaning,
  argumentCount: number | undefined,
): NameMeaning {
  if (meaning.is !== "declared" || meaning.others === undefined) return meaning;
  return joinMeanings(listFitting(splitMeaning(meaning), argumentCount)) ?? meaning;
}

/**
 * Returns true when a declaration is an overload of another one. A declaration without a body or in
 * several parts is not; nor is a member of the type itself an overload of the trait member that it
 * overrides.
 */
function isOverload(one: DeclaredMeaning, first: DeclaredMeaning): boolean {
  const { arity, isForward, overrides } = one.declaration.use;
  const { use } = first.declaration;
  return overrides === undefined
    ? arity !== undefined && isForward !== true &&
      (use.isForward !== true || arity[1] !== use.arity?.[1])
    : isOverride(first) && overrides.text !== use.overrides?.text;
}

function isOverride({ declaration: { use } }: DeclaredMeaning): boolean {
  return use.overrides !== undefined;
}
