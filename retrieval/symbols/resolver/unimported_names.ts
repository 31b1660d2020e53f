import { folderOf, foldersAround } from "../modules/module_places.ts";
import type { SyntaxFile } from "../syntax_file.ts";
import type { DefiningFiles } from "./defining_files.ts";
import type { IncludedFiles } from "./included_files.ts";
import type { PackageNames } from "./package_names.ts";
import { FOREIGN_MEANING, isSameType, type NameMeaning } from "./meaning.ts";
import { findFirst } from "./scopes.ts";

interface UnimportedNamesParts {
  readonly defining: DefiningFiles;
  readonly packages: PackageNames;
  readonly included: IncludedFiles;
}

/** Resolves names that files share without an import. */
export class UnimportedNames {
  readonly #parts: UnimportedNamesParts;

  constructor(parts: UnimportedNamesParts) {
    this.#parts = parts;
  }

  /** Returns what a name alone stands for in a file that neither declares nor imports it. */
  async find(file: SyntaxFile, name: string): Promise<NameMeaning | undefined> {
    switch (file.rules.shares) {
      case "nothing":
        return undefined;
      case "folder": {
        const isBeside = (path: string) => folderOf(path) === folderOf(file.path);
        return await this.#findInOwnPackage(file, name, isBeside);
      }
      case "package":
        return file.packageName === undefined
          ? await this.#findInOwnPackage(file, name)
          : await this.#parts.packages.find(file.packageName, name);
      case "namespace":
        return await this.#findInNamespaces(file, name);
      case "included":
        return await this.#parts.included.find(file, name);
      case "everything":
        return await this.#findAnywhere(name);
    }
  }

  /** Returns the macro of a name, as macros are known without an import: one nearby, or the only one. */
  async findMacro(from: SyntaxFile, name: string): Promise<NameMeaning | undefined> {
    const all = (await this.#parts.defining.listDeclared(name))
      .filter(({ declaration: { use } }) => use.kind === "macro");
    if (all.length === 0) return FOREIGN_MEANING;
    const around = foldersAround(from.path).filter((folder) => folder !== "");
    const near = all.filter(({ file: { path } }) => around.includes(folderOf(path)));
    const [only] = near.length === 1 ? near : all;
    return near.length === 1 || all.length === 1 ? only : undefined;
  }

  /** Returns what files of the same package, or all of them of none, declare by a name. */
  async #findInOwnPackage(
    { packageName }: SyntaxFile,
    name: string,
    isWanted?: (path: string) => boolean,
  ): Promise<NameMeaning | undefined> {
    const found = await this.#parts.defining.open(name, isWanted);
    return findFirst(found.filter((one) => one.packageName === packageName), name);
  }

  /** Returns what the namespace of a file, or one of those around it, has by a name. */
  async #findInNamespaces(file: SyntaxFile, name: string): Promise<NameMeaning | undefined> {
    const parts = file.packageName?.split(".") ?? [];
    for (let count = parts.length; count > 0; count--) {
      const found = await this.#parts.packages.find(parts.slice(0, count).join("."), name);
      if (found !== undefined) return found;
    }
    return await this.#findInOwnPackage(file, name);
  }

  /** Returns the only thing in the tree that goes by a name. */
  async #findAnywhere(name: string): Promise<NameMeaning | undefined> {
    const files = await this.#parts.defining.open(name);
    const [first, ...others] = files.flatMap((one) => findFirst([one], name) ?? [])
      .filter(({ declaration }) => declaration.use.isPrivate !== true);
    // A type may be opened again in many files.
    return others.every((one) => isSameType(one, first!)) ? first : undefined;
  }
}
