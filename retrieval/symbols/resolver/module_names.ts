import type { ImportedBinding, SyntaxNode } from "@dossier/core/language";
import { folderOf, type ModulePlace } from "../modules/module_places.ts";
import type { ModuleFinder } from "../module_finder.ts";
import type { SyntaxFile } from "../syntax_file.ts";
import type { SyntaxFiles } from "../syntax_files.ts";
import type { DefiningFiles } from "./defining_files.ts";
import {
  canMatch,
  FOREIGN_MEANING,
  type MeaningSource,
  type ModuleMeaning,
  type NameMeaning,
  type NameQuery,
  narrowMeaning,
} from "./meaning.ts";
import type { PackageNames } from "./package_names.ts";
import { encloses, findFirstDeclaration } from "./scopes.ts";

interface ModuleNamesParts extends Pick<MeaningSource, "findMemberOf"> {
  readonly files: SyntaxFiles;
  readonly modules: ModuleFinder;
  readonly defining: DefiningFiles;
  readonly packages: PackageNames;
}

/** Kinds of names before `::` in a path. */
const PATH_KINDS = ["module", "type"] as const;

/** Resolves names of modules: their exports, the imports of files, and the paths to them. */
export class ModuleNames {
  readonly #parts: ModuleNamesParts;
  /** Exports of files, by path, name and requested kinds. */
  readonly #exported = new Map<string, Promise<NameMeaning | undefined> | undefined>();

  constructor(parts: ModuleNamesParts) {
    this.#parts = parts;
  }

  /** Returns the meaning of a name in an import or an export. */
  async findImported(
    file: SyntaxFile,
    { text, startIndex, endIndex }: SyntaxNode,
  ): Promise<NameMeaning | undefined> {
    const distance = (start: number) => start <= endIndex ? startIndex - start : Infinity;
    const [binding] = file.imports.filter(({ local, name, exportedAs }) =>
      local === text || name === text || exportedAs === text
    ).sort((a, b) => distance(a.start) - distance(b.start));
    // An export without a module names a declaration of the file.
    if (binding === undefined) return await this.findExported(file, { name: text });
    if (binding.module === undefined) {
      return await this.findExported(file, { name: binding.local ?? text });
    }
    return await this.followImport(file, binding);
  }

  /** Returns the meaning of an import of a requested kind, when one name has several meanings. */
  async followImport(
    file: SyntaxFile,
    binding: ImportedBinding,
    means?: NameQuery["means"],
  ): Promise<NameMeaning | undefined> {
    const { module = "", name } = binding;
    const opened = await this.followPath(file, module);
    if (opened?.is === "foreign" || name === "*" || name === undefined) return opened;
    const found = opened && await this.#findIn(opened, { name, means });
    if (found !== undefined && found.is !== "foreign") return found;
    // A module of a module: `from package import module`.
    const inner = await this.#findInner(file, joinModulePath(module, name));
    // A path of one name is foreign when it is neither declared nor a module.
    return inner ?? (module === "" ? FOREIGN_MEANING : undefined);
  }

  /** Returns the meaning of a path: a module, or the member that the rest of the path names. */
  async followPath(file: SyntaxFile, path: string): Promise<NameMeaning | undefined> {
    const places = await this.#parts.modules.find(path, file);
    if (places === "foreign") return FOREIGN_MEANING;
    if (places !== undefined) return { is: "module", places, imported: { path, from: file } };
    const end = path.lastIndexOf("::");
    if (end < 0) return undefined;
    const query = { name: path.slice(end + 2), means: PATH_KINDS };
    if (end === 0) return await this.findExported(file, query);
    const outer = await this.followPath(file, path.slice(0, end));
    return outer && await this.#parts.findMemberOf(outer, query);
  }

  /**
   * Returns the meaning of a name at the top level of a file: a declaration, an import or a
   * re-export.
   */
  async findExported(file: SyntaxFile, query: NameQuery): Promise<NameMeaning | undefined> {
    const key = `${file.path}\0${query.name}\0${query.means?.join() ?? ""}`;
    // A name that is already being resolved refers to itself.
    if (this.#exported.has(key)) return await this.#exported.get(key);
    this.#exported.set(key, undefined);
    const meaning = await this.#findReexported(file, query);
    this.#exported.set(key, Promise.resolve(meaning));
    return meaning;
  }

  /**
   * Resolves a name by the wildcard imports of a file, and returns whether all of these modules are
   * known.
   */
  async findOpened(
    file: SyntaxFile,
    query: NameQuery,
    node: SyntaxNode = file.root,
  ): Promise<{ readonly meaning?: NameMeaning; readonly isKnown: boolean }> {
    let isKnown = true;
    for (const binding of await this.#parts.modules.listImports(file)) {
      const { module, name, local, exportedAs, scope } = binding;
      if (module === undefined || name !== undefined || local !== undefined) continue;
      if (exportedAs !== undefined && file.rules.reexportsImports !== true) continue;
      if (scope !== undefined && !encloses(scope, node)) continue;
      const opened = await this.followPath(file, module);
      if (opened?.is === "foreign") continue;
      isKnown &&= opened !== undefined;
      const meaning = opened && await this.#findIn(opened, query);
      if (meaning !== undefined && meaning.is !== "foreign") {
        return { meaning: narrowMeaning(meaning, query.argumentCount), isKnown };
      }
    }
    return { isKnown };
  }

  /** Returns the default export of a module. */
  async findDefault({ places, imported }: ModuleMeaning): Promise<NameMeaning | undefined> {
    // In a language that re-exports all imports, `default` is an ordinary name.
    if (imported?.from.rules.reexportsImports === true) return undefined;
    return await this.#findInPlaces(places, { name: "default" });
  }

  /** Returns the member of a module, or of its single export: `module.exports = class …`. */
  async findMember(
    module: ModuleMeaning,
    query: NameQuery,
    seen: Set<SyntaxNode>,
  ): Promise<NameMeaning | undefined> {
    const { places, imported } = module;
    const found = await this.#findInPlaces(places, query) ??
      (imported &&
        await this.#findInner(imported.from, joinModulePath(imported.path, query.name)));
    if (found !== undefined) return found;
    const whole = await this.findDefault(module);
    if (whole !== undefined) return await this.#parts.findMemberOf(whole, query, seen);
    return await this.#hasUnknown(module) ? undefined : FOREIGN_MEANING;
  }

  /** Returns the import with a name in a module inside of a file. */
  async findImportedIn(
    file: SyntaxFile,
    inner: SyntaxNode | null,
    name: string,
  ): Promise<NameMeaning | undefined> {
    if (inner === null) return FOREIGN_MEANING;
    const imports = file.imports.filter(({ scope }) => scope?.parent?.id === inner.id);
    for (const binding of imports.filter(({ local }) => local === name)) {
      const found = await this.followImport(file, binding);
      if (found !== undefined) return found;
    }
    for (const { module, local } of imports) {
      if (local !== undefined || module === undefined) continue;
      const opened = await this.followPath(file, module);
      const found = opened && await this.#parts.findMemberOf(opened, { name });
      if (found?.is === "declared") return found;
    }
    return FOREIGN_MEANING;
  }

  /** Returns true when a module may have undeclared names. */
  async #hasUnknown({ places, imported }: ModuleMeaning): Promise<boolean> {
    for (const name of imported?.from.rules.catchAllMembers ?? []) {
      if (await this.#findInPlaces(places, { name }) !== undefined) return true;
    }
    for (const place of places) {
      const file = "file" in place ? await this.#parts.files.open(place.file) : undefined;
      const isOpen = file?.imports.some(({ exportedAs, module }) =>
        exportedAs === "*" && module === undefined
      );
      if (isOpen === true) return true;
    }
    return false;
  }

  /**
   * Returns the meaning of a name in a wildcard import or export; nested modules are not names of
   * it.
   */
  async #findIn(opened: NameMeaning, query: NameQuery): Promise<NameMeaning | undefined> {
    return opened.is === "module"
      ? await this.#findInPlaces(opened.places, query)
      : await this.#parts.findMemberOf(opened, query);
  }

  async #findInPlaces(
    places: readonly ModulePlace[],
    query: NameQuery,
  ): Promise<NameMeaning | undefined> {
    for (const place of places) {
      const found = await this.#findAt(place, query);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #findAt(place: ModulePlace, query: NameQuery): Promise<NameMeaning | undefined> {
    const { name } = query;
    if ("file" in place) {
      const file = await this.#parts.files.open(place.file);
      return file === undefined ? undefined : await this.findExported(file, query);
    }
    if ("package" in place) return await this.#parts.packages.find(place.package, name);
    const isInFolder = (path: string) => folderOf(path) === place.folder;
    return findFirstDeclaration(await this.#parts.defining.open(name, isInFolder), name);
  }

  async #findInner(from: SyntaxFile, path: string): Promise<ModuleMeaning | undefined> {
    const places = await this.#parts.modules.find(path, from);
    return places === undefined || places === "foreign"
      ? undefined
      : { is: "module", places, imported: { path, from } };
  }

  async #findReexported(file: SyntaxFile, query: NameQuery): Promise<NameMeaning | undefined> {
    const { name, means } = query;
    const { rules, imports } = file;
    let other: NameMeaning | undefined;
    for (const binding of imports) {
      const { module, local, exportedAs, scope } = binding;
      if (exportedAs !== name && !(rules.reexportsImports === true && local === name)) continue;
      if (scope !== undefined) continue;
      if (module !== undefined) {
        const found = await this.followImport(file, binding, means);
        // A foreign meaning, or one of another kind, may be replaced by a declaration below.
        if (found !== undefined && found.is !== "foreign" && canMatch(found, query)) return found;
        other ??= found;
      } else if (local !== undefined && local !== name) {
        return await this.findExported(file, { ...query, name: local });
      }
    }
    const declared = findFirstDeclaration([file], name, means);
    if (declared !== undefined && (other?.is !== "module" || canMatch(declared, query))) {
      return declared;
    }
    if (other !== undefined) return other;
    const imported = imports.find(({ local, module }) => local === name && module !== undefined);
    if (imported !== undefined) return await this.followImport(file, imported, means);
    return await this.#findInWholeReexports(file, query);
  }

  /** Returns the meaning of a name in the modules that a file re-exports as a whole. */
  async #findInWholeReexports(
    file: SyntaxFile,
    query: NameQuery,
  ): Promise<NameMeaning | undefined> {
    for (const { module, exportedAs, name, local } of file.imports) {
      const isOpen = exportedAs === "*" ||
        file.rules.reexportsImports === true && name === undefined && local === undefined;
      if (!isOpen || module === undefined) continue;
      const opened = await this.followPath(file, module);
      if (opened === undefined || opened.is === "foreign") continue;
      const found = await this.#findIn(opened, query);
      if (found !== undefined && found.is !== "foreign") return found;
    }
    return undefined;
  }
}

/** Returns the path of a nested module, in the notation of the outer one. */
function joinModulePath(module: string, name: string): string {
  if (module === "") return name;
  if (module.includes("::")) return `${module}::${name}`;
  if (module.includes("/")) return `${module}/${name}`;
  return module.endsWith(".") ? `${module}${name}` : `${module}.${name}`;
}
