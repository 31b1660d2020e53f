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

/** The path of a type, which begins with a capital, and what that is in. */
const TYPE_PATH_REGEXP = /^(.+)\.(\p{Lu}[^.]*)$/u;

/** Resolves names of packages and namespaces that files declare, whose paths have dots. */
export class PackageNames {
  readonly #parts: PackageNamesParts;

  constructor(parts: PackageNamesParts) {
    this.#parts = parts;
  }

  /**
   * Returns what a package declares by a name, or a type whose path it would be: `import static
   * a.b.Type.member`.
   */
  async find(path: string, name: string): Promise<NameMeaning | undefined> {
    const end = `/${path.replaceAll(".", "/")}`;
    const isNear = (file: string) => `/${folderOf(file)}`.endsWith(end);
    // Only a file that has its name can declare the package.
    const last = path.slice(path.lastIndexOf(".") + 1);
    for (const isWanted of [isNear, (file: string) => !isNear(file)]) {
      const files = await this.#parts.defining.openMentioning(name, last, isWanted);
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

  /** Returns the package that a name may be the path of, or a further part of that of another one. */
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
