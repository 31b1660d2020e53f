import { areRelated } from "@dossier/core/calls";
import type { ModuleFinder } from "../module_finder.ts";
import { folderOf, foldersAround } from "../modules/module_places.ts";
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
import { findFirst } from "./scopes.ts";

interface UnimportedNamesParts {
  readonly files: SyntaxFiles;
  readonly modules: ModuleFinder;
  readonly defining: DefiningFiles;
  readonly packages: PackageNames;
  readonly exports: ModuleNames;
}

/** A file and those that it includes, directly or not. */
interface Inclusion {
  readonly paths: ReadonlySet<string>;
  /** Whether there surely are no more. */
  readonly isAll: boolean;
}

/** Files that one includes which are looked at. */
const MAX_INCLUDED = 150;

/** Paths of files that others include. */
const HEADER_REGEXP = /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tpp|inc|cuh)$/;

/** Resolves names that files share without an import, or by including each other as in C, C++ and shells. */
export class UnimportedNames {
  readonly #parts: UnimportedNamesParts;
  readonly #inclusions = new Map<string, Promise<Inclusion>>();

  constructor(parts: UnimportedNamesParts) {
    this.#parts = parts;
  }

  /** Returns what a name alone stands for in a file that neither declares nor imports it. */
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

  /**
   * Resolves a name as a linker does: by the one body in the tree, or by what the included files
   * say. Where these only announce it, the body is in the file that includes the same one.
   */
  async findIncluded(file: SyntaxFile, name: string): Promise<NameMeaning | undefined> {
    const bodies = await this.#listBodies(file, name);
    const [only] = bodies;
    if (bodies.length === 1 && only !== undefined && await this.#canInclude(file, only.file)) {
      return only;
    }
    const opened = (await this.#parts.exports.findOpened(file, { name })).meaning;
    if (opened?.is !== "declared") return opened ?? onlyNear(bodies, file);
    if (opened.declaration.use.isForward === true) return await this.#bodyOf(opened, bodies);
    // Of a header that has a body and announces another one, the build chooses.
    const isChosen = opened.file.listDeclarations(name)
      .some(({ use }) => use.isForward === true && use.kind === "function");
    if (!isChosen) return opened;
    return { ...opened, others: bodies.filter((one) => !isSameDeclaration(one, opened)) };
  }

  /**
   * Returns the first of some declarations with the others: of those in included files where there
   * are such.
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

  /** Returns what a name means of the declarations that it may mean; see {@link narrow}. */
  async narrowMeaning(
    file: SyntaxFile,
    found: NameMeaning | undefined,
  ): Promise<NameMeaning | undefined> {
    if (found?.is !== "declared" || found.others === undefined) return found;
    const { others, ...first } = found;
    return await this.narrow(file, [first, ...others]);
  }

  /** Returns the bodies of a name in the tree that other files may mean. */
  async #listBodies(file: SyntaxFile, name: string): Promise<readonly DeclaredMeaning[]> {
    return (await this.#parts.defining.open(name))
      .filter((one) => areRelated(one.language, file.language))
      .flatMap((one) => findFirst([one], name) ?? [])
      .filter(({ declaration: { use } }) => use.isForward !== true && use.isPrivate !== true);
  }

  /** Returns the only one of some bodies whose file includes what announces it, or else the announcement. */
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
   * Returns whether a file may include what another one declares: anything but a header that it
   * surely does not.
   */
  async #canInclude(file: SyntaxFile, declaring: SyntaxFile): Promise<boolean> {
    if (file === declaring || !HEADER_REGEXP.test(declaring.path)) return true;
    const { paths, isAll } = await this.#list(file);
    return !isAll || paths.has(declaring.path);
  }

  /** Returns the paths of a file and of those that it includes, directly or not. */
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

/** Returns the only one of some declarations that is in the folder of a file. */
function onlyNear(
  declared: readonly DeclaredMeaning[],
  { path }: SyntaxFile,
): DeclaredMeaning | undefined {
  const near = declared.filter((one) => folderOf(one.file.path) === folderOf(path));
  return near.length === 1 ? near[0] : undefined;
}
