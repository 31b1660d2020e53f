import type { SyntaxNode } from "@dossier/core/language";
import { folderOf } from "../modules/module_places.ts";
import type { Declaration, SyntaxFile } from "../syntax_file.ts";
import type { DefiningFiles } from "./defining_files.ts";
import {
  type DeclaredMeaning,
  FOREIGN_MEANING,
  isSameDeclaration,
  isSameType,
  joinMeanings,
  keyOfDeclaration,
  listDeclared,
  listFitting,
  matchesKind,
  type MeaningSource,
  type NameMeaning,
  type NameQuery,
  typePath,
} from "./meaning.ts";
import type { ModuleNames } from "./module_names.ts";
import { encloses } from "./scopes.ts";
import type { TypeNames } from "./type_names.ts";

/**
 * Maximum number of files with further parts of a type. A type with more parts is used as a
 * namespace.
 */
const MAX_TYPE_PARTS = 12;

/** Maximum number of inheritance steps and overridden members. */
const MAX_OVERRIDDEN = 60;

interface MemberFinderParts extends Pick<MeaningSource, "typeOfMeaning"> {
  readonly exports: ModuleNames;
  readonly defining: DefiningFiles;
  readonly typeNames: TypeNames;
}

/** Finds the members of types, objects and modules, with inherited and overridden ones. */
export class MemberFinder {
  readonly #parts: MemberFinderParts;
  readonly #overridden = new Map<Declaration, Promise<DeclaredMeaning[]>>();

  constructor(parts: MemberFinderParts) {
    this.#parts = parts;
  }

  /** Returns a member; see {@link MeaningSource.findMemberOf}. */
  async find(
    owner: NameMeaning,
    query: NameQuery,
    seen: Set<SyntaxNode> = new Set(),
  ): Promise<NameMeaning | undefined> {
    if (owner.is === "foreign") return FOREIGN_MEANING;
    const { name, argumentCount } = query;
    const { exports, typeNames } = this.#parts;
    if (owner.is === "module") return await exports.findMember(owner, query, seen);
    const { file, declaration: { node, use } } = owner;
    if (seen.has(node)) return FOREIGN_MEANING;
    seen.add(node);
    const members = await this.list(owner, name);
    const meant = members.filter(({ declaration }) => matchesKind(declaration.use, query));
    const own = joinMeanings(listFitting(meant.length > 0 ? meant : members, argumentCount));
    if (own !== undefined) return own;
    if (use.kind === "module") return await exports.findImportedIn(file, node.parent, name);
    if (use.kind === "value" || use.kind === "function") {
      const type = await this.#parts.typeOfMeaning(owner);
      return type && await this.findInAny(await typeNames.resolveAll(type), query, seen);
    }
    return await this.findInherited(owner, query, seen);
  }

  /** Returns the member of a value with one of several types; see {@link find}. */
  async findInAny(
    owners: readonly (NameMeaning | undefined)[],
    query: NameQuery,
    seen: ReadonlySet<SyntaxNode> = new Set(),
  ): Promise<NameMeaning | undefined> {
    const found: DeclaredMeaning[] = [];
    let isKnown = true;
    for (const owner of owners) {
      const member = owner && await this.find(owner, query, new Set(seen));
      if (member?.is === "module") return member;
      isKnown &&= member !== undefined;
      if (member?.is !== "declared") continue;
      if (!found.some((one) => isSameDeclaration(one, member))) found.push(member);
    }
    const [first, ...others] = found;
    if (first === undefined) return isKnown ? FOREIGN_MEANING : undefined;
    return others.length === 0 ? first : { ...first, others: [...first.others ?? [], ...others] };
  }

  /**
   * Returns the member that a type inherits. The result is foreign when the tree certainly declares
   * no such member.
   */
  async findInherited(
    owner: DeclaredMeaning,
    query: NameQuery,
    seen: Set<SyntaxNode> = new Set(),
  ): Promise<NameMeaning | undefined> {
    const { file: { rules }, declaration: { node, use } } = owner;
    const { basesAreMembers, typeNames, catchAllMembers = [] } = rules;
    let isKnown = true;
    for (const opening of await this.listTypeParts(owner)) {
      const { file, declaration } = opening;
      // An alias means another type.
      const aliased = use.type === undefined ? [] : [use.type];
      for (const base of [...aliased, ...rules.basesOf(declaration.node)]) {
        const type = await this.#parts.typeNames.resolve({ file, type: base });
        const isNamed = basesAreMembers === true && base !== use.type &&
          typeNames(base)?.[0]?.text === query.name;
        if (isNamed) return type;
        const found = type === undefined ? undefined : await this.find(type, query, seen);
        if (found !== undefined && found.is !== "foreign") return found;
        isKnown &&= found !== undefined;
      }
    }
    isKnown &&= !catchAllMembers.some((one) =>
      owner.file.listDeclarations(one).some(({ use }) => use.owner === node.text)
    );
    const isClosed = use.isTypeParameter !== true && rules.isTrait?.(node) !== true;
    return isKnown && isClosed ? FOREIGN_MEANING : undefined;
  }

  /** Returns the members of a type, a module or an object that have a name. */
  async list(type: DeclaredMeaning, name: string): Promise<readonly DeclaredMeaning[]> {
    const own = listInFile(type, name);
    const { membersOutsideFile = "nowhere", ownerTypeAt } = type.file.rules;
    const isWhole = own.some(({ declaration: { use } }) => use.isForward !== true);
    if (membersOutsideFile === "nowhere" || isWhole && ownerTypeAt !== undefined) return own;
    return [...own, ...await this.#listInOtherFiles(type, name)];
  }

  /** Returns all declarations of a type, which may have parts in other files. */
  async listTypeParts(type: DeclaredMeaning): Promise<readonly DeclaredMeaning[]> {
    const { file: { rules }, declaration: { node, use } } = type;
    if (rules.ownerPath === undefined || use.kind !== "type") return [type];
    const again = (await this.#parts.defining.listDeclared(node.text, MAX_TYPE_PARTS))
      .filter((one) => isSameType(one, type) && !isSameDeclaration(one, type));
    return [type, ...again];
  }

  /** Returns the members of a type that other files declare. */
  async #listInOtherFiles(
    type: DeclaredMeaning,
    name: string,
  ): Promise<readonly DeclaredMeaning[]> {
    const { file, declaration } = type;
    const { membersOutsideFile, ownerTypeAt } = file.rules;
    const owner = declaration.node.text;
    const path = typePath(file, declaration.node);
    const naming = new Set(
      ownerTypeAt === undefined ? [] : await this.#parts.defining.list(owner),
    );
    const isIncluded = (at: string) =>
      folderOf(at) === folderOf(file.path) || membersOutsideFile === "package" ||
      membersOutsideFile === "anywhere" && (ownerTypeAt === undefined || naming.has(at));
    const members: DeclaredMeaning[] = [];
    for (const one of await this.#parts.defining.open(name, isIncluded)) {
      if (one === file || one.language !== file.language) continue;
      if (membersOutsideFile === "package" && one.packageName !== file.packageName) continue;
      for (const found of listDeclared(one, name)) {
        const { node, use } = found.declaration;
        if (use.owner !== owner) continue;
        if (path !== undefined && path !== one.rules.ownerPath?.(node)) continue;
        // A package has one type of a name, and a path distinguishes it from others.
        const isSure = path !== undefined || membersOutsideFile === "package";
        if (isSure || await this.#belongsTo(found, type)) members.push(found);
      }
    }
    return members;
  }

  /**
   * Returns true when a member that is declared outside of a type belongs to that type, and not to
   * another one with its name.
   */
  async #belongsTo(
    { file, declaration: { node, use } }: DeclaredMeaning,
    type: DeclaredMeaning,
  ): Promise<boolean> {
    if (use.scope !== undefined || type.declaration.use.kind !== "type") return true;
    const owner = await this.#parts.typeNames.findOwner(file, node);
    if (owner?.is !== "declared" || owner.declaration.use.isForward === true) return true;
    return isSameDeclaration(owner, type);
  }

  /**
   * Returns the definition of a member that is only declared in its type, or else the declaration.
   */
  async findDefinition(declared: DeclaredMeaning): Promise<DeclaredMeaning> {
    const { file, declaration: { node, use } } = declared;
    const { membersOutsideFile = "nowhere" } = file.rules;
    if (use.isForward !== true || use.owner === undefined || membersOutsideFile === "nowhere") {
      return declared;
    }
    const owner = await this.#parts.typeNames.findOwner(file, node);
    return (await this.#listMembers(owner, node.text)).find(({ declaration }) =>
      declaration.use.isForward !== true && declaration.use.arity?.[1] === use.arity?.[1]
    ) ?? declared;
  }

  /** Returns the declarations that a member of a type overrides, in its base types. */
  async listOverridden(member: DeclaredMeaning): Promise<readonly DeclaredMeaning[]> {
    return await this.#overridden.getOrInsertComputed(
      member.declaration,
      () => this.#findOverridden(member),
    );
  }

  async #findOverridden(
    { file, declaration: { node, use } }: DeclaredMeaning,
  ): Promise<DeclaredMeaning[]> {
    if (use.owner === undefined) return [];
    const found = new Map<string, DeclaredMeaning>();
    const add = (members: readonly DeclaredMeaning[]) => {
      for (const one of members) found.set(keyOfDeclaration(one), one);
    };
    const visit = async (owner: NameMeaning | undefined, depth: number): Promise<void> => {
      if (owner?.is !== "declared" || depth > MAX_OVERRIDDEN) return;
      for (const base of owner.file.rules.basesOf(owner.declaration.node)) {
        const type = await this.#parts.typeNames.resolveAliases({ file: owner.file, type: base });
        if (type === undefined) continue;
        add(await this.#listMembers(type, node.text));
        if (found.size < MAX_OVERRIDDEN) await visit(type, depth + 1);
      }
    };
    const owner = await this.#parts.typeNames.findOwner(file, node);
    await visit(owner, 0);
    const trait = use.overrides &&
      await this.#parts.typeNames.resolve({ file, type: use.overrides });
    add(await this.#listMembers(trait, node.text));
    add(await this.#listInterfaceMembers(owner, node.text));
    return [...found.values()];
  }

  async #listMembers(
    type: NameMeaning | undefined,
    name: string,
  ): Promise<readonly DeclaredMeaning[]> {
    return type?.is === "declared" ? await this.list(type, name) : [];
  }

  /**
   * Returns the members with the given name in interfaces that a type implements without naming
   * them.
   */
  async #listInterfaceMembers(
    owner: NameMeaning | undefined,
    name: string,
  ): Promise<readonly DeclaredMeaning[]> {
    if (owner?.is !== "declared") return [];
    const { requiredMembers } = owner.file.rules;
    if (requiredMembers === undefined) return [];
    if (requiredMembers(owner.declaration.node) !== undefined) return [];
    const found: DeclaredMeaning[] = [];
    for (const one of await this.#listWithoutBody(owner.file, name)) {
      const type = await this.#parts.typeNames.findOwner(one.file, one.declaration.node);
      const required = type?.is === "declared" ? requiredMembers(type.declaration.node) : undefined;
      if (required !== undefined && await this.#hasMembers(owner, required)) found.push(one);
    }
    return found;
  }

  /** Returns the members that have a name and no body, in the language of a file. */
  async #listWithoutBody(
    { language }: SyntaxFile,
    name: string,
  ): Promise<readonly DeclaredMeaning[]> {
    return (await this.#parts.defining.listDeclared(name)).filter((
      { file, declaration: { use } },
    ) => use.isForward === true && use.owner !== undefined && file.language === language);
  }

  async #hasMembers(owner: DeclaredMeaning, names: readonly string[]): Promise<boolean> {
    for (const name of names) {
      if ((await this.find(owner, { name }))?.is === "foreign") return false;
    }
    return true;
  }
}

/**
 * Returns the members of a type, a module or an object that have a name and are declared in the
 * same file.
 */
function listInFile({ file, declaration }: DeclaredMeaning, name: string): DeclaredMeaning[] {
  const owner = declaration.node.text;
  const path = typePath(file, declaration.node);
  const twins = path === undefined ? listTwins(file, declaration) : [];
  const inner = declaration.use.kind === "module" ? declaration.node.parent : null;
  return listDeclared(file, name).filter(({ declaration: { use, node } }) =>
    use.owner === owner && (path === undefined || path === file.rules.ownerPath?.(node)) &&
      !twins.some((twin) => encloses(twin, node)) ||
    inner !== null && encloses(inner, node) && use.scope?.parent?.id === inner.id
  );
}

/** Returns the other types in a file with the same name as a type, except those around it. */
function listTwins(file: SyntaxFile, { node, use }: Declaration): readonly SyntaxNode[] {
  return file.listDeclarations(node.text).flatMap((one): readonly SyntaxNode[] => {
    const isTwin = one.use.kind === "type" && one.use.scope?.id !== use.scope?.id;
    const { parent } = one.node;
    return isTwin && parent !== null && !encloses(parent, node) ? [parent] : [];
  });
}
