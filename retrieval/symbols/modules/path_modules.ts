import {
  findExistingFile,
  folderOf,
  joinTreePath,
  listEnclosingFolders,
  listFilesEndingWith,
  type ModulePlace,
  type ModuleResolver,
  type ModuleTree,
} from "./module_places.ts";

/** Most files with the name of an included one that are compared. */
const MAX_NAMED = 200;

/** What leads out of a folder at the start of a path. */
const UP_REGEXP = /^(?:\.\.?\/)+/;

/**
 * Resolves what files of C and C++ include: `name` first beside the file, and then, as `<name>`, the file of the tree
 * whose path ends so. Where the compiler looks is said in builds of many kinds, so of several the nearest is taken.
 */
export const resolveIncluded: ModuleResolver = async (module, from, tree) => {
  const isSystem = module.startsWith("<");
  const path = isSystem ? module.slice(1, -1) : module;
  const beside = isSystem ? undefined : joinTreePath(folderOf(from.path), path);
  const found = (beside === undefined ? undefined : await findExistingFile([beside], tree)) ??
    await findBySuffix(path, from.path, tree);
  return found ?? (isSystem ? "foreign" : undefined);
};

async function findBySuffix(
  path: string,
  from: string,
  tree: ModuleTree,
): Promise<readonly ModulePlace[] | undefined> {
  const suffix = joinTreePath("", path.replace(UP_REGEXP, ""));
  if (suffix === undefined || suffix === "") return undefined;
  const ending = await listFilesEndingWith(suffix, tree, MAX_NAMED);
  const [nearest] = ending.toSorted((a, b) =>
    countShared(b, from) - countShared(a, from) || a.length - b.length || (a < b ? -1 : 1)
  );
  return nearest === undefined ? undefined : [{ file: nearest }];
}

/** Returns how many folders two paths share from the root on. */
function countShared(a: string, b: string): number {
  const others = b.split("/");
  const parts = a.split("/");
  const apart = parts.findIndex((part, at) => part !== others[at]);
  return apart < 0 ? parts.length : apart;
}

/** Resolves the path of a file that is sourced; one that begins with a variable, `*`, is looked for by its end. */
export const resolveBashModule: ModuleResolver = async (module, { path }, tree) => {
  const isOpen = module.startsWith("*/");
  const end = isOpen ? module.slice(2) : module;
  if (end.startsWith("/") || /[$`*~]/.test(end)) return undefined;
  const folders = [folderOf(path), ...listEnclosingFolders(path)];
  const found = await findExistingFile(
    folders.flatMap((folder) => joinTreePath(folder, end) ?? []),
    tree,
  );
  if (found !== undefined) return found;
  const named = await listFilesEndingWith(end.replace(UP_REGEXP, ""), tree);
  return named.length === 1 ? [{ file: named[0]! }] : undefined;
};

/** Folders of sources in projects of Lua, beside the root. */
const SOURCE_FOLDERS = ["", "lua/", "src/", "lib/"];

/** Resolves what `require "a.b"` loads: `a/b.lua` or `a/b/init.lua` in the folders around a file. */
export const resolveLuaModule: ModuleResolver = async (module, { path }, tree) => {
  const name = module.replaceAll(".", "/");
  const files = listEnclosingFolders(path).flatMap((folder) =>
    SOURCE_FOLDERS.flatMap((source) => {
      const base = joinTreePath(folder, source + name);
      return base === undefined ? [] : [`${base}.lua`, `${base}/init.lua`];
    })
  );
  return await findExistingFile(files, tree) ?? "foreign";
};

/** Folders that `require` looks in, beside the root of a gem. */
const LOAD_FOLDERS = ["lib", "", "app", "test", "spec"];

/** Resolves what `require_relative "./a"` and `require "a"` load: files, whose names all others know. */
export const resolveRubyModule: ModuleResolver = async (module, { path }, tree) => {
  const bases = module.startsWith(".")
    ? [joinTreePath(folderOf(path), module)]
    : listEnclosingFolders(path).flatMap((folder) =>
      LOAD_FOLDERS.map((load) => joinTreePath(folder, `${load}/${module}`))
    );
  const files = bases.flatMap((base) => base === undefined ? [] : [`${base}.rb`, base]);
  return await findExistingFile(files, tree) ?? "foreign";
};
