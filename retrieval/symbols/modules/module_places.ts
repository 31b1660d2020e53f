import type { SyntaxFile } from "../syntax_file.ts";

/**
 * Where the names of a module are declared: in a file; in the files of a folder, as a package of Go; or in all files that
 * declare a package, with dots, wherever they are.
 */
export type ModulePlace =
  | { readonly file: string }
  | { readonly folder: string }
  | { readonly package: string };

/** What resolvers of modules may ask of a tree. Paths are relative to the root, with `/`; the root is "". */
export interface ModuleTree {
  /** Returns those of some paths at which there are files. */
  listExistingFiles(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns those of some folders in or below which there are files. */
  listNonEmptyFolders(folders: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the paths of all files with a name, such as `go.mod`. */
  listFilesNamed(name: string): Promise<readonly string[]>;
  /** Returns the text of a file, such as a manifest; undefined when it cannot be read. */
  readText(path: string): Promise<string | undefined>;
}

/**
 * Returns where the module is that a file imports, of several places the likeliest first; "foreign" when it is surely
 * not of the tree, and undefined when that cannot be told.
 */
export type ModuleResolver = (
  module: string,
  from: Pick<SyntaxFile, "path" | "language" | "packageName">,
  tree: ModuleTree,
) => Promise<readonly ModulePlace[] | "foreign" | undefined>;

/** Returns the first of some files that is in the tree, as the only place of a module; undefined when none is. */
export async function findExistingFile(
  candidates: readonly string[],
  tree: ModuleTree,
): Promise<readonly { readonly file: string }[] | undefined> {
  const present = await tree.listExistingFiles(candidates);
  const file = candidates.find((path) => present.has(path));
  return file === undefined ? undefined : [{ file }];
}

/**
 * Returns the paths of the files of a tree that end with a path, the shortest first.
 *
 * @param most How many files with the last name of the path are looked at.
 */
export async function listFilesEndingWith(
  suffix: string,
  tree: ModuleTree,
  most = Infinity,
): Promise<readonly string[]> {
  const named = await tree.listFilesNamed(suffix.slice(suffix.lastIndexOf("/") + 1));
  return named.slice(0, most).filter((one) => one === suffix || one.endsWith(`/${suffix}`));
}

/** Returns the folder of a path, without a slash at its end; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Returns the folders around a path, the nearest first and the root last. */
export function listEnclosingFolders(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return [...folders, ""];
}

/** Returns a path with another behind it: `.` and `..` are resolved; undefined outside of the root. */
export function joinTreePath(folder: string, relative: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "..") {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
