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

/** Maximum number of files with the name of an included file that are compared. */
const MAX_NAMED = 200;

/** Segments at the start of a path that lead out of a folder. */
const UP_REGEXP = /^(?:\.\.?\/)+/;

/**
 * Resolves includes of C and C++. `name` is first searched beside the file, and then, like
 * `<name>`, as the end of a path in the tree. The include paths of the compiler are in build files
 * of many kinds, so the nearest of several files is used.
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

/** Returns the number of leading folders that two paths share. */
function countShared(a: string, b: string): number {
  const others = b.split("/");
  const parts = a.split("/");
  const apart = parts.findIndex((part, at) => part !== others[at]);
  return apart < 0 ? parts.length : apart;
}

/**
 * Resolves the path of a sourced file; a path that begins with a variable, `*`, is searched by its
 * end.
 */
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

/** Source folders of Lua projects, beside the root. */
const SOURCE_FOLDERS = ["", "lua/", "src/", "lib/"];

/**
 * Resolves `require "a.b"` of Lua: `a/b.lua` or `a/b/init.lua` in the enclosing folders of a file.
 */
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

/** Folders that `require` searches, beside the root of a gem. */
const LOAD_FOLDERS = ["lib", "", "app", "test", "spec"];

/**
 * Resolves `require_relative "./a"` and `require "a"` of Ruby to files, whose names are visible in
 * all others.
 */
export const resolveRubyModule: ModuleResolver = async (module, { path }, tree) => {
  const bases = module.startsWith(".")
    ? [joinTreePath(folderOf(path), module)]
    : listEnclosingFolders(path).flatMap((folder) =>
      LOAD_FOLDERS.map((load) => joinTreePath(folder, `${load}/${module}`))
    );
  const files = bases.flatMap((base) => base === undefined ? [] : [`${base}.rb`, base]);
  return await findExistingFile(files, tree) ?? "foreign";
};
