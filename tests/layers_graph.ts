import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Kind of reference from one module to another. */
export type ImportKind = "value" | "type" | "dynamic" | "worker";

/** Import of a module. */
export interface ModuleImport {
  /** Path of the importing file relative to the root, with `/` separators. */
  readonly from: string;
  /** Path of the imported file in the same form, or the full specifier of a module elsewhere. */
  readonly to: string;
  /** Specifier as written. */
  readonly specifier: string;
  readonly kind: ImportKind;
}

/** Source files of a tree and their imports. */
export interface ModuleGraph {
  /** Paths relative to the root, with `/` separators, sorted. */
  readonly files: readonly string[];
  readonly imports: readonly ModuleImport[];
}

interface InfoDependency {
  readonly specifier: string;
  readonly code?: { readonly specifier?: string };
  readonly type?: { readonly specifier?: string };
  readonly isDynamic?: boolean;
}

interface InfoModule {
  readonly specifier: string;
  readonly dependencies?: readonly InfoDependency[];
}

/** Folders of source files, besides the root. */
const SOURCE_FOLDERS = [
  "core",
  "retrieval",
  "features",
  "server",
  "cli",
  "tests",
  "bench",
  "build",
];

const SOURCE_REGEXP = /\.tsx?$/;

// The compiler's graph lacks a worker's file, as it is only a URL for the compiler.
const WORKER_REGEXP = /new URL\(\s*"(\.[^"]+\.ts)",\s*import\.meta\.url\s*,?\s*\)/g;

/**
 * Returns the modules of a tree and their imports as the compiler sees them: values, types, dynamic
 * imports and the files of workers.
 */
export function readModuleGraph(root: string): ModuleGraph {
  const files = [...listSources(root)].sort();
  const imports: ModuleImport[] = [];
  for (const module of inspectModules(root, files)) {
    const from = toPath(root, module.specifier);
    if (!files.includes(from)) continue;
    for (const { specifier, code, type, isDynamic } of module.dependencies ?? []) {
      const target = code?.specifier ?? type?.specifier;
      if (target === undefined) continue;
      const kind = isDynamic ? "dynamic" : code === undefined ? "type" : "value";
      imports.push({ from, to: toPath(root, target), specifier, kind });
    }
  }
  for (const from of files) imports.push(...listWorkers(root, from));
  return { files, imports };
}

function* listSources(root: string): Iterable<string> {
  for (const entry of Deno.readDirSync(root)) {
    if (entry.isFile && SOURCE_REGEXP.test(entry.name)) yield entry.name;
    if (entry.isDirectory && SOURCE_FOLDERS.includes(entry.name)) {
      yield* listFolder(root, entry.name);
    }
  }
}

function* listFolder(root: string, folder: string): Iterable<string> {
  for (const entry of Deno.readDirSync(join(root, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* listFolder(root, path);
    else if (SOURCE_REGEXP.test(entry.name)) yield path;
  }
}

/** Runs `deno info` for all files at once, with a module that imports each of them. */
function inspectModules(root: string, files: readonly string[]): readonly InfoModule[] {
  const entry = Deno.makeTempFileSync({ prefix: "dossier-layers-", suffix: ".ts" });
  try {
    const lines = files.map((file) => `import ${JSON.stringify(toUrl(root, file))};`);
    Deno.writeTextFileSync(entry, lines.join("\n"));
    const where = ["--config", join(root, "deno.json"), `--lock=${join(root, "deno.lock")}`];
    const { success, stdout, stderr } = new Deno.Command(Deno.execPath(), {
      args: ["info", "--json", ...where, entry],
    }).outputSync();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return JSON.parse(new TextDecoder().decode(stdout)).modules;
  } finally {
    Deno.removeSync(entry);
  }
}

function* listWorkers(root: string, from: string): Iterable<ModuleImport> {
  const source = Deno.readTextFileSync(join(root, from));
  for (const [, specifier = ""] of source.matchAll(WORKER_REGEXP)) {
    const url = new URL(specifier, toUrl(root, from)).href;
    yield { from, to: toPath(root, url), specifier, kind: "worker" };
  }
}

function toUrl(root: string, path: string): string {
  return pathToFileURL(resolve(root, path)).href;
}

function toPath(root: string, specifier: string): string {
  if (!specifier.startsWith("file:")) return specifier;
  return relative(resolve(root), fileURLToPath(specifier)).replaceAll("\\", "/");
}
