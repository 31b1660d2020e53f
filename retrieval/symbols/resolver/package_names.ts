import type { ModuleFinder } from "../module_finder.ts";
import { folderOf, type ModulePlace } from "../modules/module_places.ts";
import type { SyntaxFile } from "../syntax_file.ts";
import type { DefiningFiles } from "./defining_files.ts";
import type { MeaningSource, NameMeaning, NameQuery } from "./meaning.ts";
import { findFirstDeclaration } from "./scopes.ts";

interface PackageNamesParts extends Pick<MeaningSource, "findMemberOf"> {
  readonly modules: ModuleFinder;
  readonly defining: DefiningFiles;
}

/** Path of a type, whose name begins with a capital letter, and its container. */
const TYPE_PATH_REGEXP = /^(.+)\.(\p{Lu}[^.]*)$/u;

/** Resolves names of declared packages and namespaces, whose paths have dots. */
export class PackageNames {
  readonly #parts: PackageNamesParts;

  constructor(parts: PackageNamesParts) {
    this.#parts = parts;
  }

  /**
   * Returns the declaration with a name in a package, or in a type with this path: `import static
   * a.b.Type.member`.
   */
  async find(path: string, name: string): Promise<NameMeaning | undefined> {
    const end = `/${path.replaceAll(".", "/")}`;
    const isNear = (file: string) => `/${folderOf(file)}`.endsWith(end);
    // Only a file that contains its name can declare the package.
    const last = path.slice(path.lastIndexOf(".") + 1);
    for (const isIncluded of [isNear, (file: string) => !isNear(file)]) {
      const files = await this.#parts.defining.openMentioning(name, last, isIncluded);
      const found = findFirstDeclaration(
        files.filter(({ packageName }) => packageName === path),
        name,
      );
      if (found !== undefined) return found;
    }
    const [, outer, type] = TYPE_PATH_REGEXP.exec(path) ?? [];
    if (outer === undefined || type === undefined) return undefined;
    const owner = await this.find(outer, type);
    const member = owner && await this.#parts.findMemberOf(owner, { name });
    return member?.is === "declared" ? member : undefined;
  }

  /**
   * Returns the package with a name as its path, or with the name appended to the path of another
   * one.
   */
  async findPath(
    file: SyntaxFile,
    { name, means = [] }: NameQuery,
    outer?: readonly ModulePlace[],
  ): Promise<NameMeaning | undefined> {
    if (file.rules.packageOf === undefined || !means.includes("module")) return undefined;
    const paths = outer?.flatMap((one) => "package" in one ? [`${one.package}.${name}`] : []) ??
      [name];
    const found = await Promise.all(paths.map((path) => this.#parts.modules.find(path, file)));
    const places = found.flatMap((one) => one === "foreign" ? [] : one ?? [])
      .filter((place) => "package" in place);
    return places.length === 0 ? undefined : { is: "module", places };
  }
}
