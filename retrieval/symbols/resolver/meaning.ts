import type { DeclaredName, SyntaxNode, UsedName } from "@dossier/core/language";
import type { ModulePlace } from "../modules/module_places.ts";
import type { Declaration, SyntaxFile } from "../syntax_file.ts";

/** What a name or an expression stands for. */
export type NameMeaning =
  | DeclaredMeaning
  | ModuleMeaning
  /** Something from outside of the tree, or of the language itself. */
  | { readonly is: "foreign" };

/** A module or package. */
export interface ModuleMeaning {
  readonly is: "module";
  readonly places: readonly ModulePlace[];
  /** Its path as an import names it, and the file that does so. */
  readonly imported?: { readonly path: string; readonly from: SyntaxFile } | undefined;
}

/** A declaration in a file. */
export interface DeclaredMeaning {
  readonly is: "declared";
  readonly file: SyntaxFile;
  readonly declaration: Declaration;
  /** Further declarations that may be meant instead: overloads, members of other alternatives of a type. */
  readonly others?: readonly DeclaredMeaning[];
}

/** A type: as it is written in a file, or what declares it. */
export type TypeReference =
  | { readonly file: SyntaxFile; readonly type: SyntaxNode }
  | { readonly meaning: NameMeaning };

/** A name that is looked for, and what is known of the use of it. */
export interface WantedName {
  readonly name: string;
  /** How many arguments it is called with. */
  readonly given?: number | undefined;
  readonly means?: UsedName["possibleKinds"];
  readonly isStatic?: boolean | undefined;
}

/** What the parts of a resolver ask of each other where each leads back to itself. */
export interface MeaningSource {
  /** Returns what a name in a file stands for, or undefined when that cannot be told. */
  meaningOf(file: SyntaxFile, node: SyntaxNode): Promise<NameMeaning | undefined>;
  /** Returns the type of an expression. */
  typeOf(file: SyntaxFile, node: SyntaxNode): Promise<TypeReference | undefined>;
  /** Returns the type of what a name stands for. */
  typeOfMeaning(meaning: NameMeaning): Promise<TypeReference | undefined>;
  /**
   * Returns the member of a type, an object or a module that goes by a name; foreign when it surely
   * has none in the tree.
   *
   * @param seen Nodes of the types that were looked at already, to which this adds.
   */
  findMemberOf(
    owner: NameMeaning,
    wanted: WantedName,
    seen?: Set<SyntaxNode>,
  ): Promise<NameMeaning | undefined>;
}

/** What stands for everything from outside of the tree. */
export const FOREIGN_MEANING: NameMeaning = { is: "foreign" };

/** Aliases of aliases that are followed: cyclic ones have no end. */
export const MAX_ALIASES = 8;

/** Returns the declarations of a name in a file. */
export function listDeclared(file: SyntaxFile, name: string): readonly DeclaredMeaning[] {
  return file.listDeclarations(name).map((declaration) => ({ is: "declared", file, declaration }));
}

/** Returns the first of some declarations that may all be meant, with the others. */
export function joinMeanings(meanings: readonly DeclaredMeaning[]): DeclaredMeaning | undefined {
  const [first, ...others] = meanings;
  return first === undefined || others.length === 0 ? first : { ...first, others };
}

/** Returns a declaration and the others that may be meant, each alone. */
export function splitMeaning(meaning: DeclaredMeaning): readonly DeclaredMeaning[] {
  return [meaning, ...meaning.others ?? []].map(({ is, file, declaration }) => ({
    is,
    file,
    declaration,
  }));
}

/** Returns what tells declarations apart. */
export function keyOfDeclaration({ file, declaration: { node } }: DeclaredMeaning): string {
  return `${file.path}\0${node.startIndex}`;
}

/** Returns whether two meanings are one declaration. */
export function isSameDeclaration(a: DeclaredMeaning, b: DeclaredMeaning): boolean {
  return a.file === b.file && a.declaration.node.startIndex === b.declaration.node.startIndex;
}

/** Returns the whole path of a type by its name, where its language tells types apart by it. */
export function typePath({ rules }: SyntaxFile, name: SyntaxNode): string | undefined {
  const outer = rules.ownerPath?.(name);
  return outer === undefined ? undefined : outer === "" ? name.text : `${outer}::${name.text}`;
}

/** Returns whether two declarations open one type. */
export function isSameType(a: DeclaredMeaning, b: DeclaredMeaning): boolean {
  if (a.declaration.use.kind !== "type" || b.declaration.use.kind !== "type") return false;
  const path = typePath(a.file, a.declaration.node);
  return path !== undefined && path === typePath(b.file, b.declaration.node);
}

/** Returns whether a declaration is of the wanted kinds. */
export function isMeant({ kind }: DeclaredName, { means }: Pick<WantedName, "means">): boolean {
  return means === undefined || means.includes(kind);
}

/** Returns whether what a name stands for is of the wanted kinds, as far as that is known. */
export function mayBe(found: NameMeaning, wanted: WantedName): boolean {
  if (found.is === "module") return wanted.means?.includes("module") !== false;
  return found.is === "foreign" || isMeant(found.declaration.use, wanted);
}

/**
 * Returns whether a name can mean a definition of a kind: a macro or anything else, where the
 * language tells.
 */
export function mayMeanKind({ possibleKinds }: UsedName, kind: DeclaredName["kind"]): boolean {
  return possibleKinds === undefined || possibleKinds.includes("macro") === (kind === "macro");
}

/**
 * Returns whether functions take different numbers of arguments: only one of an announcement and a
 * body has defaults.
 */
export function differInArity({ arity: a }: DeclaredName, { arity: b }: DeclaredName): boolean {
  return a !== undefined && b !== undefined && a[1] !== b[1];
}

/** Returns whether a definition can be called with so many arguments. */
export function takes({ arity }: DeclaredName, given: number | undefined): boolean {
  return arity === undefined || given === undefined || given >= arity[0] && given <= arity[1];
}

/**
 * Returns which of the declarations of a name a call with so many arguments may mean, the likeliest
 * first: a type, or the overloads that take them.
 */
export function listFitting(
  members: readonly DeclaredMeaning[],
  given: number | undefined,
): readonly DeclaredMeaning[] {
  // What is only announced in a type may be defined apart.
  const types = members.filter(({ declaration: { use } }) =>
    use.kind === "type" && use.isForward !== true
  );
  if (types.length > 0) return types.slice(0, 1);
  const fit = members.filter(({ declaration: { use } }) => takes(use, given));
  // Where types tell overloads apart, they will.
  const isTyped = members.some(({ file }) => file.rules.overloads !== undefined);
  const all = fit.length > 0 || isTyped ? fit : members;
  // One that takes any number of arguments is meant when no other is, or when its list may be given
  // as one argument.
  const closed = all.filter(({ declaration: { use: { arity } } }) =>
    isTyped || arity?.[1] !== Infinity || given === arity[0] + 1
  );
  const [first, ...others] = (closed.length > 0 && given !== undefined ? closed : all)
    .toSorted((a, b) => Number(isOverride(a)) - Number(isOverride(b)));
  return first === undefined ? [] : [first, ...others.filter((one) => isOverload(one, first))];
}

/** Returns what an imported name means when it is called with so many arguments. */
export function narrowMeaning(meaning: NameMeaning, given: number | undefined): NameMeaning {
  if (meaning.is !== "declared" || meaning.others === undefined) return meaning;
  return joinMeanings(listFitting(splitMeaning(meaning), given)) ?? meaning;
}

/**
 * Returns whether a declaration is an overload of another one: none is that is announced or written
 * in parts, and a member of the type itself is none of one that overrides the member of a trait.
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
