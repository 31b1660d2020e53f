import { asJsonObject } from "@dossier/core/text";
import { parse } from "smol-toml";
import {
  findExistingFile,
  folderOf,
  joinTreePath,
  listEnclosingFolders,
  type ModuleResolver,
  type ModuleTree,
} from "./module_places.ts";

/** Crates of the standard library. */
const OWN_CRATES: ReadonlySet<string> = new Set(["std", "core", "alloc", "proc_macro", "test"]);

/**
 * Files whose submodules are in the same folder. The submodules of other files are in a folder with
 * the name of the file.
 */
const ROOT_REGEXP = /(?:^|\/)(?:mod|lib|main)\.rs$/;
/** Files that Cargo treats as separate crates by default. */
const CRATE_REGEXP =
  /(?:^|\/)(?:src\/bin|tests|examples|benches)\/[^/]+\.rs$|^(?!.*(?:^|\/)src\/)(?:.*\/)?build\.rs$/;

/**
 * Resolves module paths of Rust, which begin with `::` and then `crate`, `self`, `super`, a crate
 * or a module, and module files, which begin with a dot.
 */
export const resolveRustModule: ModuleResolver = async (module, { path: from }, tree) => {
  if (module.startsWith(".")) {
    const file = joinTreePath(folderOf(from), module);
    return file === undefined ? undefined : await findExistingFile([file], tree);
  }
  const [head = "", ...rest] = module.split("::").filter((part) => part !== "");
  const starts = await findStart(head, from, tree);
  if (starts === "foreign") return "foreign";
  for (const start of starts) {
    const found = await descend(start, rest, tree);
    if (found !== undefined) return [{ file: found }];
  }
  return undefined;
};

/** Returns the files that the first segment of a path can mean. */
async function findStart(
  head: string,
  from: string,
  tree: ModuleTree,
): Promise<readonly string[] | "foreign"> {
  if (head === "self") return [from];
  if (head === "super") return await findParents(from, tree);
  if (head === "crate") return await findRoots(from, tree);
  if (OWN_CRATES.has(head)) return "foreign";
  const child = await descend(from, [head], tree);
  const crates = await listCrates(head, from, tree);
  if (child !== undefined) return [child, ...crates === "foreign" ? [] : crates];
  if (crates !== "foreign") return crates;
  return "foreign";
}

async function descend(
  start: string,
  parts: readonly string[],
  tree: ModuleTree,
): Promise<string | undefined> {
  let file: string | undefined = start;
  for (const part of parts) {
    if (part === "super") [file] = await findParents(file, tree);
    else {
      const folder: string = childFolder(file);
      const candidates: string[] = [`${folder}${part}.rs`, `${folder}${part}/mod.rs`];
      const found: ReadonlySet<string> = await tree.listExistingFiles(candidates);
      file = candidates.find((path) => found.has(path));
    }
    if (file === undefined) return undefined;
  }
  return file;
}

/**
 * Returns the folder with the submodules of a file, with a trailing slash unless it is the root.
 */
function childFolder(file: string): string {
  const isRoot = ROOT_REGEXP.test(file) || CRATE_REGEXP.test(file);
  const folder = isRoot ? folderOf(file) : file.replace(/\.rs$/, "");
  return folder === "" ? "" : `${folder}/`;
}

/**
 * Returns the files of the parent module of a file; two for a folder with a library and a program.
 */
async function findParents(file: string, tree: ModuleTree): Promise<readonly string[]> {
  if (/(?:^|\/)(?:lib|main)\.rs$/.test(file) || CRATE_REGEXP.test(file)) return [];
  const own = folderOf(file);
  const folder = file.endsWith("/mod.rs") ? folderOf(own) : own;
  const inside = folder === "" ? "" : `${folder}/`;
  const beside = folder === "" ? [] : [`${folder}.rs`];
  const candidates = [`${inside}mod.rs`, ...beside, `${inside}lib.rs`, `${inside}main.rs`]
    .filter((path) => path !== file);
  const found = await tree.listExistingFiles(candidates);
  return candidates.filter((path) => found.has(path));
}

/** Returns the root files of the crate of a file. */
async function findRoots(file: string, tree: ModuleTree): Promise<readonly string[]> {
  let files: readonly string[] = [file];
  const seen = new Set<string>();
  while (files.length > 0 && !seen.has(files[0]!)) {
    seen.add(files[0]!);
    const parents = await findParents(files[0]!, tree);
    if (parents.length === 0) break;
    files = parents;
  }
  return files;
}

interface Manifest {
  readonly folder: string;
  readonly name: string | undefined;
  /** Path of the root file of the library, as written. */
  readonly library: string | undefined;
  /** Local names of crates, with the names of their packages. */
  readonly dependencies: ReadonlyMap<string, string>;
}

/**
 * Returns the root files of the library of a crate by its local name in a file; "foreign" for a
 * crate of another project.
 */
async function listCrates(
  name: string,
  from: string,
  tree: ModuleTree,
): Promise<readonly string[] | "foreign"> {
  const paths = await tree.listFilesNamed("Cargo.toml");
  const manifests = await Promise.all(paths.map((path) => readManifest(path, tree)));
  const folders = listEnclosingFolders(from);
  const own = folders.flatMap((folder) => manifests.find((one) => one.folder === folder) ?? []);
  const nearest = own.find((one) => one.name !== undefined);
  const real = nearest?.dependencies.get(name) ?? name;
  const crate = manifests.find((one) => one.name === real);
  if (crate === undefined) {
    return own.some(({ dependencies }) => dependencies.has(name)) ? "foreign" : [];
  }
  const candidates = [crate.library ?? "src/lib.rs", "src/lib.rs", "src/main.rs"]
    .flatMap((path) => joinTreePath(crate.folder, path) ?? []);
  const found = await tree.listExistingFiles(candidates);
  return [...new Set(candidates.filter((path) => found.has(path)))].slice(0, 1);
}

async function readManifest(path: string, tree: ModuleTree): Promise<Manifest> {
  const folder = folderOf(path);
  let config: Readonly<Record<string, unknown>> = {};
  try {
    config = asJsonObject(parse(await tree.readText(path) ?? ""));
  } catch {
    // A broken manifest has no names.
  }
  const library = asJsonObject(config["lib"]);
  const written = library["name"] ?? asJsonObject(config["package"])["name"];
  const name = typeof written === "string" ? plainName(written) : undefined;
  const root = typeof library["path"] === "string" ? library["path"] : undefined;
  const tables = [
    config,
    asJsonObject(config["workspace"]),
    ...Object.values(asJsonObject(config["target"])).map(asJsonObject),
  ];
  const dependencies = new Map(
    tables.flatMap((table) =>
      ["dependencies", "dev-dependencies", "build-dependencies"].flatMap((key) =>
        Object.entries(asJsonObject(table[key])).map(([name, value]) => {
          const real = asJsonObject(value)["package"];
          return [plainName(name), plainName(typeof real === "string" ? real : name)] as const;
        })
      )
    ),
  );
  return { folder, name, library: root, dependencies };
}

/** Returns the name of a crate in code. */
function plainName(name: string): string {
  return name.replaceAll("-", "_");
}
