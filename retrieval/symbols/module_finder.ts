import type { ImportedBinding, ModuleSystem } from "@dossier/core/language";
import { fileKeys } from "@dossier/core/text";
import type { IndexReader } from "../index/mod.ts";
import type {
  ImportLister,
  ModulePlace,
  ModuleResolver,
  ModuleTree,
} from "./modules/module_places.ts";
import type { SyntaxFile } from "./syntax_file.ts";

/** What finds the modules that files import. */
interface ModuleSource {
  readonly reader: IndexReader;
  /** Returns the text of a file that may be shown. */
  readonly readText: (path: string) => Promise<string | undefined>;
}

/** Finds where imported modules are in a tree; each is looked for once. */
export class ModuleFinder implements ModuleTree {
  readonly #source: ModuleSource;
  readonly #resolvers = new Map<ModuleSystem, Promise<ModuleResolver>>();
  readonly #listers = new Map<ModuleSystem, Promise<ImportLister | undefined>>();
  readonly #shared = new Map<string, Promise<readonly ImportedBinding[]>>();
  readonly #found = new Map<string, ReturnType<ModuleResolver>>();
  readonly #present = new Map<string, boolean>();
  readonly #named = new Map<string, Promise<readonly string[]>>();
  readonly #texts = new Map<string, Promise<string | undefined>>();

  constructor(source: ModuleSource) {
    this.#source = source;
  }

  /** Returns the places of a module that a file imports; see {@link ModuleResolver}. */
  async find(
    module: string,
    from: SyntaxFile,
  ): Promise<readonly ModulePlace[] | "foreign" | undefined> {
    const { modules } = from.rules;
    const resolve = await this.#resolvers.getOrInsertComputed(
      modules,
      () => loadModuleResolver(modules),
    );
    const key = `${from.path}\0${module}`;
    return await this.#found.getOrInsertComputed(key, () => resolve(module, from, this));
  }

  /** Returns what a file imports, with what its project imports for all files. */
  async listImports(file: SyntaxFile): Promise<readonly ImportedBinding[]> {
    const { path, rules: { modules }, imports } = file;
    const lister = await this.#listers.getOrInsertComputed(
      modules,
      () => loadImportLister(modules),
    );
    if (lister === undefined) return imports;
    const shared = await this.#shared.getOrInsertComputed(path, () => lister(file, this));
    return [...imports, ...shared];
  }

  async listPresent(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const unknown = paths.filter((path) => !this.#present.has(path));
    if (unknown.length > 0) {
      const found = await this.#source.reader.findHashes(unknown);
      for (const path of unknown) this.#present.set(path, found.has(path));
    }
    return new Set(paths.filter((path) => this.#present.get(path) === true));
  }

  async listFilled(folders: readonly string[]): Promise<ReadonlySet<string>> {
    return await this.#source.reader.listFilled(folders);
  }

  async listNamed(name: string): Promise<readonly string[]> {
    return await this.#named.getOrInsertComputed(name, async () => {
      const called = await this.#source.reader.listCalled(fileKeys(name));
      return called.map(({ path }) => path)
        .filter((path) => path === name || path.endsWith(`/${name}`))
        .sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    });
  }

  async readText(path: string): Promise<string | undefined> {
    return await this.#texts.getOrInsertComputed(path, () => this.#source.readText(path));
  }
}

/** Returns what lists the imports that hold in all files of a project; undefined where there are none. */
async function loadImportLister(system: ModuleSystem): Promise<ImportLister | undefined> {
  return system === "using"
    ? (await import("./modules/namespace_modules.ts")).listGlobalUsings
    : undefined;
}

/** Returns what resolves the modules that imports name in one way. */
async function loadModuleResolver(system: ModuleSystem): Promise<ModuleResolver> {
  switch (system) {
    case "node":
      return (await import("./modules/script_modules.ts")).resolveScriptModule;
    case "include":
      return (await import("./modules/path_modules.ts")).resolveIncluded;
    case "autoload":
      return (await import("./modules/namespace_modules.ts")).resolvePhpNamespace;
    case "using":
      return (await import("./modules/namespace_modules.ts")).resolveCsharpModule;
    case "classpath":
      return (await import("./modules/namespace_modules.ts")).resolveJavaModule;
    case "crate":
      return (await import("./modules/rust_modules.ts")).resolveRustModule;
    case "go.mod":
      return (await import("./modules/go_modules.ts")).resolveGoModule;
    case "sys.path":
      return (await import("./modules/python_modules.ts")).resolvePythonModule;
    case "package.path":
      return (await import("./modules/path_modules.ts")).resolveLuaModule;
    case "source":
      return (await import("./modules/path_modules.ts")).resolveBashModule;
    case "load path":
      return (await import("./modules/path_modules.ts")).resolveRubyModule;
  }
}
