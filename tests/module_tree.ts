import {
  folderOf,
  listEnclosingFolders,
  type ModuleTree,
} from "../retrieval/symbols/modules/module_places.ts";

/** Returns a tree in memory of files by their paths. */
export function moduleTreeOf(files: Readonly<Record<string, string>>): ModuleTree {
  const paths = Object.keys(files);
  const filled = new Set(paths.flatMap((path) => listEnclosingFolders(path)));
  return {
    listExistingFiles: (asked) =>
      Promise.resolve(new Set(asked.filter((path) => paths.includes(path)))),
    listNonEmptyFolders: (asked) =>
      Promise.resolve(new Set(asked.filter((path) => filled.has(path)))),
    listFilesNamed: (name) =>
      Promise.resolve(
        paths.filter((path) => path.slice(folderOf(path).length).replace("/", "") === name),
      ),
    readText: (path) => Promise.resolve(files[path]),
  };
}
