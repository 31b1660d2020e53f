import type { DeclaredName, ReferenceRules, SyntaxNode } from "@dossier/core/language";
import type { SyntaxFile } from "../syntax_file.ts";
import type { DefiningFiles } from "./defining_files.ts";
import {
  type DeclaredMeaning,
  FOREIGN_MEANING,
  MAX_ALIASES,
  type MeaningSource,
  type NameMeaning,
  type TypeReference,
} from "./meaning.ts";
import type { ModuleNames } from "./module_names.ts";
import { encloses, findFirstDeclaration } from "./scopes.ts";
import type { UnimportedNames } from "./unimported_names.ts";

/** Maximum number of inheritance steps in which the names of types are read. */
const MAX_BASES = 8;

interface TypeNamesParts extends Pick<MeaningSource, "meaningOf" | "typeOfMeaning"> {
  readonly defining: DefiningFiles;
  readonly exports: ModuleNames;
  readonly unimported: UnimportedNames;
}

/** Resolves types: their declarations, their element types, and the enclosing types of code. */
export class TypeNames {
  readonly #parts: TypeNamesParts;

  constructor(parts: TypeNamesParts) {
    this.#parts = parts;
  }

  /** Returns the declaration of a type; of several alternatives the first known one. */
  async resolve(type: TypeReference): Promise<NameMeaning | undefined> {
    const all = await this.resolveAll(type);
    const known = all.find((one) => one !== undefined && one.is !== "foreign");
    return known ?? (all.includes(undefined) ? undefined : FOREIGN_MEANING);
  }

  /** Returns the declarations of the alternatives of a type, `undefined` for unknown ones. */
  async resolveAll(type: TypeReference): Promise<readonly (NameMeaning | undefined)[]> {
    if ("meaning" in type) return [type.meaning];
    const names = type.file.rules.typeNames(type.type);
    if (names === undefined) return [undefined];
    if (names.length === 0) return [FOREIGN_MEANING];
    const all: (NameMeaning | undefined)[] = [];
    for (const name of names) all.push(await this.#parts.meaningOf(type.file, name));
    return all;
  }

  /** Returns the declaration of a type, following aliases. */
  async resolveAliases(type: TypeReference): Promise<DeclaredMeaning | undefined> {
    let outer: TypeReference | undefined = type;
    for (let step = 0; step < MAX_ALIASES && outer !== undefined; step++) {
      const meaning: NameMeaning | undefined = await this.resolve(outer);
      if (meaning?.is !== "declared") return undefined;
      const { file, declaration: { use } } = meaning;
      if (use.kind === "type" && use.type === undefined) return meaning;
      outer = use.type === undefined
        ? await this.#parts.typeOfMeaning(meaning)
        : { file, type: use.type };
    }
    return undefined;
  }

  /** Returns the names of a type and of its base types. */
  async list(type: TypeReference): Promise<ReadonlySet<string>> {
    const names = new Set<string>("type" in type ? listNamesInType(type.file, type.type) : []);
    const visit = async (meaning: NameMeaning | undefined, depth: number): Promise<void> => {
      if (meaning?.is !== "declared" || depth > MAX_BASES) return;
      const { file, declaration: { node } } = meaning;
      names.add(node.text);
      for (const base of file.rules.basesOf(node)) {
        for (const name of listNamesInType(file, base)) names.add(name);
        await visit(await this.resolve({ file, type: base }), depth + 1);
      }
    };
    await visit(await this.resolve(type), 0);
    return names;
  }

  /**
   * Returns the type that a declaration takes from a value of a type: the whole value, an element,
   * or one of its parts.
   */
  async destructuredType(
    type: TypeReference,
    { isElement = false, index }: Pick<DeclaredName, "isElement" | "index">,
  ): Promise<TypeReference | undefined> {
    if (isElement) return await this.elementOf(type, index);
    if (index === undefined) return type;
    const rules = rulesOf(type);
    return rules === undefined
      ? type
      : await this.findInner(type, (one) => rules.partType?.(one, index));
  }

  /**
   * Returns the element type of a list type, or the type of one of several parts of each element.
   */
  async elementOf(type: TypeReference, index?: number): Promise<TypeReference | undefined> {
    const rules = rulesOf(type);
    // The tree may declare the type of the elements of a foreign list.
    return rules && await this.findInner(type, (one) => rules.elementType(one, index));
  }

  /**
   * Returns the type that `read` finds in a type. When it finds none, it searches the declaration
   * of the type: `T` for `List` with `type List []T`.
   */
  async findInner(
    type: TypeReference,
    read: ((type: SyntaxNode) => SyntaxNode | undefined) | undefined,
  ): Promise<TypeReference | undefined> {
    let outer: TypeReference | undefined = type;
    for (let step = 0; step < MAX_ALIASES && outer !== undefined; step++) {
      if ("type" in outer) {
        const inner = read?.(outer.type);
        if (inner !== undefined) return { file: outer.file, type: inner };
      }
      const meaning: NameMeaning | undefined = await this.resolve(outer);
      if (meaning?.is !== "declared") return undefined;
      const { file, declaration: { node, use } } = meaning;
      const own = read?.(node);
      if (own !== undefined) return { file, type: own };
      outer = use.kind !== "type" || use.type === undefined ? undefined : { file, type: use.type };
    }
    return undefined;
  }

  /** Returns the declaration of the type around a node. */
  async findOwner(file: SyntaxFile, node: SyntaxNode): Promise<NameMeaning | undefined> {
    const written = file.rules.ownerTypeAt?.(node);
    if (written !== undefined) return await this.resolve({ file, type: written });
    const owner = file.rules.ownerAt(node);
    if (owner === undefined) return undefined;
    const declared = file.listDeclarations(owner).filter(({ use }) =>
      use.kind === "type" || use.kind === "value"
    );
    const own =
      declared.find((one) => one.node.parent !== null && encloses(one.node.parent, node)) ??
        declared.find(({ use }) => use.scope !== undefined) ?? declared[0];
    if (own !== undefined) return { is: "declared", file, declaration: own };
    return await this.#parts.unimported.find(file, owner) ??
      await this.#findImportedOrUnique(file, owner);
  }

  /**
   * Returns the type that a file imports under a name. Otherwise, in languages with members outside
   * of the file of a type, returns the only type with the name.
   */
  async #findImportedOrUnique(file: SyntaxFile, owner: string): Promise<NameMeaning | undefined> {
    const binding = file.imports.find(({ local, module }) =>
      local === owner && module !== undefined
    );
    if (binding !== undefined) return await this.#parts.exports.followImport(file, binding);
    const { membersOutsideFile = "nowhere" } = file.rules;
    if (membersOutsideFile === "nowhere") return undefined;
    const found = await this.#parts.defining.open(owner);
    const types = found.flatMap((one) => findFirstDeclaration([one], owner) ?? []);
    return types.length === 1 ? types[0] : undefined;
  }
}

/** Returns the names in a type expression. For a built-in type, returns its text. */
export function listNamesInType({ rules }: SyntaxFile, type: SyntaxNode): readonly string[] {
  const names = rules.typeNames(type) ?? [];
  return names.length === 0 ? [type.text] : names.map(({ text }) => text);
}

/**
 * Returns the rules of the language of a type, or `undefined` for a type that the tree does not
 * declare.
 */
function rulesOf(type: TypeReference): ReferenceRules | undefined {
  if ("type" in type) return type.file.rules;
  return type.meaning.is === "declared" ? type.meaning.file.rules : undefined;
}
