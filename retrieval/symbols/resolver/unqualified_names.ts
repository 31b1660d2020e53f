import type { ImportedBinding, SyntaxNode } from "@dossier/core/language";
import type { ModuleFinder } from "../module_finder.ts";
import type { Declaration, SyntaxFile } from "../syntax_file.ts";
import type { DefiningFiles } from "./defining_files.ts";
import {
  acceptsArgumentCount,
  canMatch,
  FOREIGN_MEANING,
  isSameDeclaration,
  joinMeanings,
  listDeclared,
  listFitting,
  matchesKind,
  type NameMeaning,
  type NameQuery,
  narrowMeaning,
  splitMeaning,
} from "./meaning.ts";
import type { MemberFinder } from "./member_finder.ts";
import type { ModuleNames } from "./module_names.ts";
import type { UnimportedNames } from "./unimported_names.ts";
import type { PackageNames } from "./package_names.ts";
import { encloses, findInnermost, isExported, shadows } from "./scopes.ts";
import type { TypeNames } from "./type_names.ts";

interface UnqualifiedNamesParts {
  readonly modules: ModuleFinder;
  readonly defining: DefiningFiles;
  readonly exports: ModuleNames;
  readonly packages: PackageNames;
  readonly unimported: UnimportedNames;
  readonly typeNames: TypeNames;
  readonly members: MemberFinder;
}

/** Resolves unqualified names: by scopes, imports, enclosing types and names that files share. */
export class UnqualifiedNames {
  readonly #parts: UnqualifiedNamesParts;

  constructor(parts: UnqualifiedNamesParts) {
    this.#parts = parts;
  }

  /** Returns the meaning of an unqualified name at a node. */
  async find(
    file: SyntaxFile,
    node: SyntaxNode,
    query: NameQuery,
  ): Promise<NameMeaning | undefined> {
    const meant = file.listDeclarations(query.name).filter(({ use }) => matchesKind(use, query));
    const fit = meant.filter(({ use }) => acceptsArgumentCount(use, query.argumentCount));
    const declaration = findInnermost(fit, node) ?? findInnermost(meant, node);
    const bindings = await this.#listBindings(file, node, { name: query.name, declaration });
    const imported = await this.#findImported(file, bindings, query);
    if (imported !== undefined) return imported;
    if (declaration !== undefined) return await this.#findOwn(file, declaration, query);
    return bindings.length > 0 ? undefined : await this.#findAround(file, node, query);
  }

  /**
   * Returns the meaning of the imports of a name. When one import replaces another, either may be
   * meant.
   */
  async #findImported(
    file: SyntaxFile,
    bindings: readonly ImportedBinding[],
    query: NameQuery,
  ): Promise<NameMeaning | undefined> {
    const [nearest] = bindings;
    const fit: NameMeaning[] = [];
    let other: NameMeaning | undefined;
    for (const binding of bindings) {
      if (fit.length > 0 && binding.scope?.id !== nearest?.scope?.id) break;
      const found = await this.#parts.exports.followImport(file, binding, query.means);
      if (found === undefined) continue;
      if (canMatch(found, query)) fit.push(await this.#defaultOf(found, binding, query));
      else other ??= found;
    }
    const declared = fit.filter((one) => one.is === "declared").flatMap(splitMeaning);
    const different = declared.filter((one, i) =>
      declared.findIndex((before) => isSameDeclaration(before, one)) === i
    );
    return joinMeanings(different) ?? fit[0] ?? other;
  }

  /** Returns the meaning of a name that files share without an import. */
  async findShared(file: SyntaxFile, query: NameQuery): Promise<NameMeaning | undefined> {
    const shared = await this.#parts.unimported.find(file, query.name);
    return shared && await this.#withOverloads(file, shared, query);
  }

  /** Returns the possible imports of a name at a node, those of the innermost scope first. */
  async #listBindings(
    file: SyntaxFile,
    node: SyntaxNode,
    { name, declaration }: {
      readonly name: string;
      readonly declaration: Declaration | undefined;
    },
  ): Promise<readonly ImportedBinding[]> {
    const imports = await this.#parts.modules.listImports(file);
    return imports.filter(({ local, module, scope = file.root }) =>
      local === name && module !== undefined && encloses(scope, node) &&
      (declaration === undefined || shadows(scope, declaration.use))
    ).sort((a, b) => (b.scope?.startIndex ?? -1) - (a.scope?.startIndex ?? -1));
  }

  /** Returns the meaning of a module that is called or used as a type: its default export. */
  async #defaultOf(
    found: NameMeaning,
    { name, isNamespace }: ImportedBinding,
    { argumentCount }: NameQuery,
  ): Promise<NameMeaning> {
    const whole = found.is === "module" && name === "*" && isNamespace !== true
      ? await this.#parts.exports.findDefault(found)
      : undefined;
    return whole ?? narrowMeaning(found, argumentCount);
  }

  /** Returns a declaration of the file with its overloads, or its definition in another file. */
  async #findOwn(
    file: SyntaxFile,
    declaration: Declaration,
    query: NameQuery,
  ): Promise<NameMeaning> {
    const { use } = declaration;
    const isElsewhere = file.rules.implicitVisibility === "included" && use.isForward === true &&
      use.isPrivate !== true && isExported(file, use);
    const found = isElsewhere
      ? await this.#parts.unimported.findIncluded(file, query.name)
      : undefined;
    const own = { is: "declared", file, declaration } as const;
    return await this.#withOverloads(file, found ?? own, query);
  }

  /** Returns the meaning of a name that the file neither declares nor imports. */
  async #findAround(
    file: SyntaxFile,
    node: SyntaxNode,
    query: NameQuery,
  ): Promise<NameMeaning | undefined> {
    const { rules } = file;
    if (rules.hasImplicitMembers === true) {
      const member = await this.#findImplicit(file, node, query);
      if (member !== undefined) return member;
    }
    const shared = await this.findShared(file, query);
    if (shared !== undefined) return shared;
    const { meaning, isKnown } = await this.#parts.exports.findOpened(file, query, node);
    const found = meaning ?? await this.#parts.packages.findPath(file, query);
    return found ?? (rules.undeclaredIsForeign === true && isKnown ? FOREIGN_MEANING : undefined);
  }

  /** Resolves an unqualified name as a member of the enclosing types. */
  async #findImplicit(
    file: SyntaxFile,
    node: SyntaxNode,
    query: NameQuery,
  ): Promise<NameMeaning | undefined> {
    const tried = new Set<string>();
    for (let around: SyntaxNode | null = node; around !== null; around = around.parent) {
      const owner = file.rules.ownerAt(around);
      if (owner === undefined) return undefined;
      if (tried.has(owner)) continue;
      tried.add(owner);
      const type = await this.#parts.typeNames.findOwner(file, around);
      const member = type === undefined ? undefined : await this.#parts.members.find(type, query);
      if (member?.is === "declared" && matchesKind(member.declaration.use, query)) return member;
    }
    return undefined;
  }

  /** Returns the meaning of a name with its visible overloads that accept the arguments. */
  async #withOverloads(
    file: SyntaxFile,
    found: NameMeaning,
    { name, argumentCount }: NameQuery,
  ): Promise<NameMeaning> {
    if (found.is !== "declared" || found.declaration.use.arity === undefined) return found;
    const files = file.rules.implicitVisibility === "included"
      ? await this.#parts.defining.open(name)
      : [];
    const all = [found.file, ...files.filter((one) => one !== found.file)].flatMap((one) =>
      listDeclared(one, name).filter(({ declaration: { use, node } }) =>
        use.arity !== undefined && use.kind === "function" &&
        (isExported(one, use) || node.id === found.declaration.node.id)
      )
    );
    const first = all.filter((one) => isSameDeclaration(one, found));
    const rest = all.filter((one) => !isSameDeclaration(one, found));
    const fitting = listFitting([...first, ...rest], argumentCount);
    return await this.#parts.unimported.narrow(file, fitting) ?? found;
  }
}
