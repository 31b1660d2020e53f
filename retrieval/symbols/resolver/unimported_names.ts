import { areRelatedLanguages } from "@dossier/core/calls";
import type { ModuleFinder } from "../module_finder.ts";
import { folderOf, listEnclosingFolders } from "../modules/module_places.ts";
import type { SyntaxFile } from "../syntax_file.ts";
import type { SyntaxFiles } from "../syntax_files.ts";
import type { DefiningFiles } from "./defining_files.ts";
import {
  type DeclaredMeaning,
  FOREIGN_MEANING,
  isSameDeclaration,
  isSameType,
  joinMeanings,
  type NameMeaning,
} from "./meaning.ts";
import type { ModuleNames } from "./module_names.ts";
import type { PackageNames } from "./package_names.ts";
import { findFirstDeclaration } from "./scopes.ts";

interface UnimportedNamesParts {
  readonly files: SyntaxFiles;
  readonly modules: ModuleFinder;
  readonly defining: DefiningFiles;
  readonly packages: PackageNames;
  readonly exports: ModuleNames;
}

/** File and its includes, direct and indirect. */
interface Inclusion {
  readonly paths: ReadonlySet<string>;
  /** True when the list is certainly complete. */
  readonly isAll: boolean;
}

/** Maximum number of included files that are read for one file. */
const MAX_INCLUDED = 150;

/** Paths of header files. */
const HEADER_REGEXP = /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp|inc|cuh)$/;

/** Resolves names that files share without an import, or by includes as in C, C++ and shells. */
export class UnimportedNames {
  readonly #parts: UnimportedNamesParts;
  readonly #inclusions = new Map<string, Promise<Inclusion>>();

  constructor(parts: UnimportedNamesParts) {
    this.#parts = parts;
  }

  /** Returns the meaning of an unqualified name in a file that neither declares nor imports it. */
  async find(file: SyntaxFile, name: string): Promise<NameMeaning | undefined> {
    switch (file.rules.implicitVisibility) {
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
        return await this.findIncluded(file, name);
      case "everything":
        return await this.#findAnywhere(name);
    }
  }

  /**
   * Returns the macro with a name: a macro nearby, or the only one in the tree. Macros are visible
   * without an import.
   */
  async findMacro(from: SyntaxFile, name: string): Promise<NameMeaning | undefined> {
    const all = (await this.#parts.defining.listDeclared(name))
      .filter(({ declaration: { use } }) => use.kind === "macro");
    if (all.length === 0) return FOREIGN_MEANING;
    const around = listEnclosingFolders(from.path).filter((folder) => folder !== "");
    const near = all.filter(({ file: { path } }) => around.includes(folderOf(path)));
    const [only] = near.length === 1 ? near : all;
    return near.length === 1 || all.length === 1 ? only : undefined;
  }

  /**
   * Returns the declaration of a name in files of the same package, or in all files without one.
   */
  async #findInOwnPackage(
    { packageName }: SyntaxFile,
    name: string,
    isIncluded?: (path: string) => boolean,
  ): Promise<NameMeaning | undefined> {
    const found = await this.#parts.defining.open(name, isIncluded);
    return findFirstDeclaration(found.filter((one) => one.packageName === packageName), name);
  }

  /** Returns the declaration of a name in the namespace of a file, or in an enclosing one. */
  async #findInNamespaces(file: SyntaxFile, name: string): Promise<NameMeaning | undefined> {
    const parts = file.packageName?.split(".") ?? [];
    for (let count = parts.length; count > 0; count--) {
      const found = await this.#parts.packages.find(parts.slice(0, count).join("."), name);
      if (found !== undefined) return found;
    }
    return await this.#findInOwnPackage(file, name);
  }

  /** Returns the only declaration of a name in the tree. */
  async #findAnywhere(name: string): Promise<NameMeaning | undefined> {
    const files = await this.#parts.defining.open(name);
    const [first, ...others] = files.flatMap((one) => findFirstDeclaration([one], name) ?? [])
      .filter(({ declaration }) => declaration.use.isPrivate !== true);
    // A type may have parts in many files.
    return others.every((one) => isSameType(one, first!)) ? first : undefined;
  }

  /**
   * Resolves a name as a linker does: by the only definition in the tree, or by the declarations in
   * included files. If these have no body, the definition is in a file with the same include.
   */
  async findIncluded(file: SyntaxFile, name: string): Promise<NameMeaning | undefined> {
    const bodies = await this.#listBodies(file, name);
    const [only] = bodies;
    if (bodies.length === 1 && only !== undefined && await this.#canInclude(file, only.file)) {
      return only;
    }
    const opened = (await this.#parts.exports.findOpened(file, { name })).meaning;
    if (opened?.is !== "declared") return opened ?? findOnlyInFolder(bodies, file);
    if (opened.declaration.use.isForward === true) return await this.#bodyOf(opened, bodies);
    // If a header has a definition and declares another one, the build chooses.
    const isChosen = opened.file.listDeclarations(name)
      .some(({ use }) => use.isForward === true && use.kind === "function");
    if (!isChosen) return opened;
    return { ...opened, others: bodies.filter((one) => !isSameDeclaration(one, opened)) };
  }

  /**
   * Returns the first of some declarations with the others; only those in included files if there
   * are any.
   */
  async narrow(
    file: SyntaxFile,
    meanings: readonly DeclaredMeaning[],
  ): Promise<DeclaredMeaning | undefined> {
    const isShared = file.rules.implicitVisibility === "included" && meanings.length > 1;
    const included = isShared ? (await this.#list(file)).paths : undefined;
    const near = meanings.filter((one) => included?.has(one.file.path));
    return joinMeanings(near.length > 0 ? near : meanings);
  }

  /** Returns the meaning of a name among its possible declarations; see {@link narrow}. */
  async narrowMeaning(
    file: SyntaxFile,
    found: NameMeaning | undefined,
  ): Promise<NameMeaning | undefined> {
    if (found?.is !== "declared" || found.others === undefined) return found;
    const { others, ...first } = found;
    return await this.narrow(file, [first, ...others]);
  }

  /** Returns the definitions of a name in the tree that other files can mean. */
  async #listBodies(file: SyntaxFile, name: string): Promise<readonly DeclaredMeaning[]> {
    return (await this.#parts.defining.open(name))
      .filter((one) => areRelatedLanguages(one.language, file.language))
      .flatMap((one) => findFirstDeclaration([one], name) ?? [])
      .filter(({ declaration: { use } }) => use.isForward !== true && use.isPrivate !== true);
  }

  /** Returns the only definition whose file includes the declaration, or else the declaration. */
  async #bodyOf(
    announced: DeclaredMeaning,
    bodies: readonly DeclaredMeaning[],
  ): Promise<DeclaredMeaning> {
    const including: DeclaredMeaning[] = [];
    for (const body of bodies) {
      for (const { module = "" } of body.file.imports) {
        const places = await this.#parts.modules.find(module, body.file);
        if (places === undefined || places === "foreign") continue;
        if (places.some((place) => "file" in place && place.file === announced.file.path)) {
          including.push(body);
        }
      }
    }
    return including.length === 1 ? including[0]! : announced;
  }

  /**
   * Returns true when a file may include the declarations of another one: always, except for a
   * header that it certainly does not include.
   */
  async #canInclude(file: SyntaxFile, declaring: SyntaxFile): Promise<boolean> {
    if (file === declaring || !HEADER_REGEXP.test(declaring.path)) return true;
    const { paths, isAll } = await this.#list(file);
    return !isAll || paths.has(declaring.path);
  }

  /** Returns the paths of a file and of its includes, direct and indirect. */
  async #list(file: SyntaxFile): Promise<Inclusion> {
    return await this.#inclusions.getOrInsertComputed(file.path, async () => {
      const { files, modules } = this.#parts;
      const paths = new Set([file.path]);
      const waiting: SyntaxFile[] = [file];
      let isAll = true;
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        for (const { module = "" } of one.imports) {
          const places = await modules.find(module, one);
          if (places === "foreign") continue;
          for (const place of places ?? []) {
            if (!("file" in place) || paths.has(place.file) || paths.size > MAX_INCLUDED) continue;
            paths.add(place.file);
            const opened = await files.open(place.file);
            if (opened !== undefined) waiting.push(opened);
            isAll &&= opened !== undefined;
          }
          isAll &&= places !== undefined && paths.size <= MAX_INCLUDED;
        }
      }
      return { paths, isAll };
    });
  }
}

/** Returns the only declaration in the folder of a file. */
function findOnlyInFolder(
  declared: readonly DeclaredMeaning[],
  { path }: SyntaxFile,
): DeclaredMeaning | undefined {
  const near = declared.filter((one) => folderOf(one.file.path) === folderOf(path));
  return near.length === 1 ? near[0] : undefined;
}
