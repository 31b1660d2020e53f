import type { ImportedBinding, SyntaxNode } from "@dossier/core/language";
import type { ModuleFinder } from "../module_finder.ts";
import type { Declaration, SyntaxFile } from "../syntax_file.ts";
import type { DefiningFiles } from "./defining_files.ts";
import {
  FOREIGN_MEANING,
  isMeant,
  isSameDeclaration,
  joinMeanings,
  listDeclared,
  listFitting,
  mayBe,
  type NameMeaning,
  narrowMeaning,
  splitMeaning,
  takes,
  type WantedName,
} from "./meaning.ts";
import type { MemberFinder } from "./member_finder.ts";
import type { ModuleNames } from "./module_names.ts";
import type { UnimportedNames } from "./unimported_names.ts";
import type { PackageNames } from "./package_names.ts";
import { findInnermost, isAround, isExported, isNearer } from "./scopes.ts";
import type { TypeNames } from "./type_names.ts";

interface PlainNamesParts {
  readonly modules: ModuleFinder;
  readonly defining: DefiningFiles;
  readonly exports: ModuleNames;
  readonly packages: PackageNames;
  readonly unimported: UnimportedNames;
  readonly typeNames: TypeNames;
  readonly members: MemberFinder;
}

/** Resolves names that stand alone: by scopes, imports, the types around them and what files share. */
export class PlainNames {
  readonly #parts: PlainNamesParts;

  constructor(parts: PlainNamesParts) {
    this.#parts = parts;
  }

  /** Returns what a name that stands alone at a node stands for. */
  async find(
    file: SyntaxFile,
    node: SyntaxNode,
    wanted: WantedName,
  ): Promise<NameMeaning | undefined> {
    const meant = file.listDeclarations(wanted.name).filter(({ use }) => isMeant(use, wanted));
    const fit = meant.filter(({ use }) => takes(use, wanted.given));
    const declaration = findInnermost(fit, node) ?? findInnermost(meant, node);
    const bindings = await this.#listBindings(file, node, { name: wanted.name, declaration });
    const imported = await this.#findImported(file, bindings, wanted);
    if (imported !== undefined) return imported;
    if (declaration !== undefined) return await this.#findOwn(file, declaration, wanted);
    return bindings.length > 0 ? undefined : await this.#findAround(file, node, wanted);
  }

  /** Returns what imports of one name stand for: where one takes the place of another, any of them. */
  async #findImported(
    file: SyntaxFile,
    bindings: readonly ImportedBinding[],
    wanted: WantedName,
  ): Promise<NameMeaning | undefined> {
    const [nearest] = bindings;
    const fit: NameMeaning[] = [];
    let other: NameMeaning | undefined;
    for (const binding of bindings) {
      if (fit.length > 0 && binding.scope?.id !== nearest?.scope?.id) break;
      const found = await this.#parts.exports.followImport(file, binding, wanted.means);
      if (found === undefined) continue;
      if (mayBe(found, wanted)) fit.push(await this.#defaultOf(found, binding, wanted));
      else other ??= found;
    }
    const declared = fit.filter((one) => one.is === "declared").flatMap(splitMeaning);
    const different = declared.filter((one, i) =>
      declared.findIndex((before) => isSameDeclaration(before, one)) === i
    );
    return joinMeanings(different) ?? fit[0] ?? other;
  }

  /** Returns what a name stands for that files share without an import. */
  async findShared(file: SyntaxFile, wanted: WantedName): Promise<NameMeaning | undefined> {
    const shared = await this.#parts.unimported.find(file, wanted.name);
    return shared && await this.#withOverloads(file, shared, wanted);
  }

  /** Returns the imports that a name at a node may be of, those of the innermost scope first. */
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
      local === name && module !== undefined && isAround(scope, node) &&
      (declaration === undefined || isNearer(scope, declaration.use))
    ).sort((a, b) => (b.scope?.startIndex ?? -1) - (a.scope?.startIndex ?? -1));
  }

  /** Returns what a whole module stands for that is called, or used as a type: its default export. */
  async #defaultOf(
    found: NameMeaning,
    { name, isNamespace }: ImportedBinding,
    { given }: WantedName,
  ): Promise<NameMeaning> {
    const whole = found.is === "module" && name === "*" && isNamespace !== true
      ? await this.#parts.exports.findDefault(found)
      : undefined;
    return whole ?? narrowMeaning(found, given);
  }

  /**
   * Returns what a declaration of the file is, with its overloads: one elsewhere where it only
   * announces that.
   */
  async #findOwn(
    file: SyntaxFile,
    declaration: Declaration,
    wanted: WantedName,
  ): Promise<NameMeaning> {
    const { use } = declaration;
    const isElsewhere = file.rules.implicitVisibility === "included" && use.isForward === true &&
      use.isPrivate !== true && isExported(file, use);
    const found = isElsewhere
      ? await this.#parts.unimported.findIncluded(file, wanted.name)
      : undefined;
    const own = { is: "declared", file, declaration } as const;
    return await this.#withOverloads(file, found ?? own, wanted);
  }

  /** Returns what a name stands for that the file neither declares nor imports. */
  async #findAround(
    file: SyntaxFile,
    node: SyntaxNode,
    wanted: WantedName,
  ): Promise<NameMeaning | undefined> {
    const { rules } = file;
    if (rules.hasImplicitMembers === true) {
      const member = await this.#findImplicit(file, node, wanted);
      if (member !== undefined) return member;
    }
    const shared = await this.findShared(file, wanted);
    if (shared !== undefined) return shared;
    const { meaning, isKnown } = await this.#parts.exports.findOpened(file, wanted, node);
    const found = meaning ?? await this.#parts.packages.findPath(file, wanted);
    return found ?? (rules.undeclaredIsForeign === true && isKnown ? FOREIGN_MEANING : undefined);
  }

  /** Resolves a name alone as a member of the types around it. */
  async #findImplicit(
    file: SyntaxFile,
    node: SyntaxNode,
    wanted: WantedName,
  ): Promise<NameMeaning | undefined> {
    const tried = new Set<string>();
    for (let around: SyntaxNode | null = node; around !== null; around = around.parent) {
      const owner = file.rules.ownerAt(around);
      if (owner === undefined) return undefined;
      if (tried.has(owner)) continue;
      tried.add(owner);
      const type = await this.#parts.typeNames.findOwner(file, around);
      const member = type === undefined ? undefined : await this.#parts.members.find(type, wanted);
      if (member?.is === "declared" && isMeant(member.declaration.use, wanted)) return member;
    }
    return undefined;
  }

  /** Returns what a name means with the overloads of it that files can name alone, as far as they fit. */
  async #withOverloads(
    file: SyntaxFile,
    found: NameMeaning,
    { name, given }: WantedName,
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
    const fitting = listFitting([...first, ...rest], given);
    return await this.#parts.unimported.narrow(file, fitting) ?? found;
  }
}
