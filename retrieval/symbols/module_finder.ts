import type { ImportedBinding, ModuleSystem } from "@dossier/core/language";
import { fileKeys } from "@dossier/core/text";
import type { ModulePlace, ModuleResolver, ModuleTree } from "./modules/module_places.ts";
import type { SyntaxFile } from "./syntax_file.ts";
import type { SyntaxFiles } from "./syntax_files.ts";

/** Finds the files of imported modules in a tree, each module once. */
export class ModuleFinder implements ModuleTree {
  readonly #files: SyntaxFiles;
  readonly #shared = new Map<string, Promise<readonly ImportedBinding[]>>();
  readonly #found = new Map<string, ReturnType<ModuleResolver>>();
  readonly #present = new Map<string, boolean>();
  readonly #named = new Map<string, Promise<readonly string[]>>();
  readonly #texts = new Map<string, Promise<string | undefined>>();

  constructor(files: SyntaxFiles) {
    this.#files = files;
  }

  /** Returns the locations of a module that a file imports; see {@link ModuleResolver}. */
  async find(
    module: string,
    from: SyntaxFile,
  ): Promise<readonly ModulePlace[] | "foreign" | undefined> {
    return await this.#found.getOrInsertComputed(`${from.path}\0${module}`, async () => {
      const resolve = await RESOLVERS[from.rules.modules]();
      return await resolve(module, from, this);
    });
  }

  /** Returns the imports of a file, with those that its project adds to all files. */
  async listImports(file: SyntaxFile): Promise<readonly ImportedBinding[]> {
    const { path, rules: { modules }, imports } = file;
    if (modules !== "using") return imports;
    const shared = await this.#shared.getOrInsertComputed(path, async () => {
      const { listGlobalUsings } = await import("./modules/namespace_modules.ts");
      return await listGlobalUsings(file, this);
    });
    return [...imports, ...shared];
  }

  async listExistingFiles(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const unknown = paths.filter((path) => !this.#present.has(path));
    if (unknown.length > 0) {
      const found = await this.#files.reader.findHashes(unknown);
      for (const path of unknown) this.#present.set(path, found.has(path));
    }
    return new Set(paths.filter((path) => this.#present.get(path) === true));
  }

  async listNonEmptyFolders(folders: readonly string[]): Promise<ReadonlySet<string>> {
    return await this.#files.reader.listNonEmptyFolders(folders);
  }

  async listFilesNamed(name: string): Promise<readonly string[]> {
    return await this.#named.getOrInsertComputed(name, async () => {
      const called = await this.#files.reader.listByFileKeys(fileKeys(name));
      return called.map(({ path }) => path)
        .filter((path) => path === name || path.endsWith(`/${name}`))
        .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    });
  }

  async readText(path: string): Promise<string | undefined> {
    return await this.#texts.getOrInsertComputed(path, () => this.#files.readText(path));
  }
}

/** Resolvers by kind of module system; each is loaded when a file first needs it. */
const RESOLVERS: Readonly<Record<ModuleSystem, () => Promise<ModuleResolver>>> = {
  "node": async () => (await import("./modules/script_modules.ts")).resolveScriptModule,
  "include": async () => (await import("./modules/path_modules.ts")).resolveIncluded,
  "autoload": async () => (await import("./modules/namespace_modules.ts")).resolvePhpNamespace,
  "using": async () => (await import("./modules/namespace_modules.ts")).resolveCsharpModule,
  "classpath": async () => (await import("./modules/namespace_modules.ts")).resolveJavaModule,
  "crate": async () => (await import("./modules/rust_modules.ts")).resolveRustModule,
  "go.mod": async () => (await import("./modules/go_modules.ts")).resolveGoModule,
  "sys.path": async () => (await import("./modules/python_modules.ts")).resolvePythonModule,
  "package.path": async () => (await import("./modules/path_modules.ts")).resolveLuaModule,
  "source": async () => (await import("./modules/path_modules.ts")).resolveBashModule,
  "load path": async () => (await import("./modules/path_modules.ts")).resolveRubyModule,
};
