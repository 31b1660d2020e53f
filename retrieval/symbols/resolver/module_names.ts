import type { ImportedBinding, SyntaxNode } from "@dossier/core/language";
import { folderOf, type ModulePlace } from "../modules/module_places.ts";
import type { ModuleFinder } from "../module_finder.ts";
import type { SyntaxFile } from "../syntax_file.ts";
import type { SyntaxFiles } from "../syntax_files.ts";
import type { DefiningFiles } from "./defining_files.ts";
import {
  FOREIGN_MEANING,
  mayBe,
  type MeaningSource,
  type ModuleMeaning,
  type NameMeaning,
  narrowMeaning,
  type WantedName,
} from "./meaning.ts";
import type { PackageNames } from "./package_names.ts";
import { findFirst, isAround } from "./scopes.ts";

interface ModuleNamesParts extends Pick<MeaningSource, "findMemberOf"> {
  readonly files: SyntaxFiles;
  readonly modules: ModuleFinder;
  readonly defining: DefiningFiles;
  readonly packages: PackageNames;
}

/** What can stand in a path before `::`. */
const PATH_KINDS = ["module", "type"] as const;

/**
 * Resolves names of modules: what they export, what files import from them, and the paths that lead
 * to them.
 */
export class ModuleNames {
  readonly #parts: ModuleNamesParts;
  /** What files export, by path, name and wanted kinds. */
  readonly #exported = new Map<string, Promise<NameMeaning | undefined> | undefined>();

  constructor(parts: ModuleNamesParts) {
    this.#parts = parts;
  }

  /** Returns what a name in an import or an export stands for. */
  async findImported(
    file: SyntaxFile,
    { text, startIndex, endIndex }: SyntaxNode,
  ): Promise<NameMeaning | undefined> {
    const distance = (start: number) => start <= endIndex ? startIndex - start : Infinity;
    const [binding] = file.imports.filter(({ local, name, exportedAs }) =>
      local === text || name === text || exportedAs === text
    ).sort((a, b) => distance(a.start) - distance(b.start));
    // An export alone names what the file has.
    if (binding === undefined) return await this.findExported(file, { name: text });
    if (binding.module === undefined) {
      return await this.findExported(file, { name: binding.local ?? text });
    }
    return await this.followImport(file, binding);
  }

  /** Returns what an import stands for, where several names are one: something of the wanted kinds. */
  async followImport(
    file: SyntaxFile,
    binding: ImportedBinding,
    means?: WantedName["means"],
  ): Promise<NameMeaning | undefined> {
    const { module = "", name } = binding;
    const opened = await this.followPath(file, module);
    if (opened?.is === "foreign" || name === "*" || name === undefined) return opened;
    const found = opened && await this.#findIn(opened, { name, means });
    if (found !== undefined && found.is !== "foreign") return found;
    // A module of a module: `from package import module`.
    const inner = await this.#findInner(file, joinModulePath(module, name));
    // A path of one name is foreign where it is neither declared nor a module.
    return inner ?? (module === "" ? FOREIGN_MEANING : undefined);
  }

  /**
   * Returns what a path stands for: a module, or what modules and types in it have by the rest of
   * the path.
   */
  async followPath(file: SyntaxFile, path: string): Promise<NameMeaning | undefined> {
    const places = await this.#parts.modules.find(path, file);
    if (places === "foreign") return FOREIGN_MEANING;
    if (places !== undefined) return { is: "module", places, imported: { path, from: file } };
    const end = path.lastIndexOf("::");
    if (end < 0) return undefined;
    const wanted = { name: path.slice(end + 2), means: PATH_KINDS };
    if (end === 0) return await this.findExported(file, wanted);
    const outer = await this.followPath(file, path.slice(0, end));
    return outer && await this.#parts.findMemberOf(outer, wanted);
  }

  /** Returns what a name stands for at the top of a file: what it declares, imports or hands on. */
  async findExported(file: SyntaxFile, wanted: WantedName): Promise<NameMeaning | undefined> {
    const key = `${file.path}\0${wanted.name}\0${wanted.means?.join() ?? ""}`;
    // A name that is being looked up already leads back to itself.
    if (this.#exported.has(key)) return await this.#exported.get(key);
    this.#exported.set(key, undefined);
    const meaning = await this.#findHandedOn(file, wanted);
    this.#exported.set(key, Promise.resolve(meaning));
    return meaning;
  }

  /**
   * Resolves a name by the modules of which a file opens all names, and says whether all of them
   * are known.
   */
  async findOpened(
    file: SyntaxFile,
    wanted: WantedName,
    node: SyntaxNode = file.root,
  ): Promise<{ readonly meaning?: NameMeaning; readonly isKnown: boolean }> {
    let isKnown = true;
    for (const binding of await this.#parts.modules.listImports(file)) {
      const { module, name, local, exportedAs, scope } = binding;
      if (module === undefined || name !== undefined || local !== undefined) continue;
      if (exportedAs !== undefined && file.rules.reexportsImports !== true) continue;
      if (scope !== undefined && !isAround(scope, node)) continue;
      const opened = await this.followPath(file, module);
      if (opened?.is === "foreign") continue;
      isKnown &&= opened !== undefined;
      const meaning = opened && await this.#findIn(opened, wanted);
      if (meaning !== undefined && meaning.is !== "foreign") {
        return { meaning: narrowMeaning(meaning, wanted.given), isKnown };
      }
    }
    return { isKnown };
  }

  /** Returns the default export of a module. */
  async findDefault({ places, imported }: ModuleMeaning): Promise<NameMeaning | undefined> {
    // Where all names are handed on, `default` is a name like others.
    if (imported?.from.rules.reexportsImports === true) return undefined;
    return await this.#findInPlaces(places, { name: "default" });
  }

  /** Returns the member of a module, or of what it exports in its own place: `module.exports = class …`. */
  async findMember(
    module: ModuleMeaning,
    wanted: WantedName,
    seen: Set<SyntaxNode>,
  ): Promise<NameMeaning | undefined> {
    const { places, imported } = module;
    const found = await this.#findInPlaces(places, wanted) ??
      (imported &&
        await this.#findInner(imported.from, joinModulePath(imported.path, wanted.name)));
    if (found !== undefined) return found;
    const whole = await this.findDefault(module);
    if (whole !== undefined) return await this.#parts.findMemberOf(whole, wanted, seen);
    return await this.#hasUnknown(module) ? undefined : FOREIGN_MEANING;
  }

  /** Returns what a module that is written inside a file imports by a name. */
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

  /** Returns whether a module may have names that nothing in it declares. */
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
   * Returns what a name stands for in what an import or an export opens; modules in a module are
   * none of its names.
   */
  async #findIn(opened: NameMeaning, wanted: WantedName): Promise<NameMeaning | undefined> {
    return opened.is === "module"
      ? await this.#findInPlaces(opened.places, wanted)
      : await this.#parts.findMemberOf(opened, wanted);
  }

  async #findInPlaces(
    places: readonly ModulePlace[],
    wanted: WantedName,
  ): Promise<NameMeaning | undefined> {
    for (const place of places) {
      const found = await this.#findAt(place, wanted);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #findAt(place: ModulePlace, wanted: WantedName): Promise<NameMeaning | undefined> {
    const { name } = wanted;
    if ("file" in place) {
      const file = await this.#parts.files.open(place.file);
      return file === undefined ? undefined : await this.findExported(file, wanted);
    }
    if ("package" in place) return await this.#parts.packages.find(place.package, name);
    const isInFolder = (path: string) => folderOf(path) === place.folder;
    return findFirst(await this.#parts.defining.open(name, isInFolder), name);
  }

  async #findInner(from: SyntaxFile, path: string): Promise<ModuleMeaning | undefined> {
    const places = await this.#parts.modules.find(path, from);
    return places === undefined || places === "foreign"
      ? undefined
      : { is: "module", places, imported: { path, from } };
  }

  async #findHandedOn(file: SyntaxFile, wanted: WantedName): Promise<NameMeaning | undefined> {
    const { name, means } = wanted;
    const { rules, imports } = file;
    let other: NameMeaning | undefined;
    for (const binding of imports) {
      const { module, local, exportedAs, scope } = binding;
      if (exportedAs !== name && !(rules.reexportsImports === true && local === name)) continue;
      if (scope !== undefined) continue;
      if (module !== undefined) {
        const found = await this.followImport(file, binding, means);
        // What stands in for something from outside, or is of another kind, may be declared below.
        if (found !== undefined && found.is !== "foreign" && mayBe(found, wanted)) return found;
        other ??= found;
      } else if (local !== undefined && local !== name) {
        return await this.findExported(file, { ...wanted, name: local });
      }
    }
    const declared = findFirst([file], name, means);
    if (declared !== undefined && (other?.is !== "module" || mayBe(declared, wanted))) {
      return declared;
    }
    if (other !== undefined) return other;
    const imported = imports.find(({ local, module }) => local === name && module !== undefined);
    if (imported !== undefined) return await this.followImport(file, imported, means);
    return await this.#findHandedOnWhole(file, wanted);
  }

  /** Returns what a name stands for in the modules of which a file hands on all names. */
  async #findHandedOnWhole(file: SyntaxFile, wanted: WantedName): Promise<NameMeaning | undefined> {
    for (const { module, exportedAs, name, local } of file.imports) {
      const isOpen = exportedAs === "*" ||
        file.rules.reexportsImports === true && name === undefined && local === undefined;
      if (!isOpen || module === undefined) continue;
      const opened = await this.followPath(file, module);
      if (opened === undefined || opened.is === "foreign") continue;
      const found = await this.#findIn(opened, wanted);
      if (found !== undefined && found.is !== "foreign") return found;
    }
    return undefined;
  }
}

/** Returns the path of a module in a module, written as the outer one is. */
function joinModulePath(module: string, name: string): string {
  if (module === "") return name;
  if (module.includes("::")) return `${module}::${name}`;
  if (module.includes("/")) return `${module}/${name}`;
  return module.endsWith(".") ? `${module}${name}` : `${module}.${name}`;
}
