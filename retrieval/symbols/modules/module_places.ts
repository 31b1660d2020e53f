import type { SyntaxFile } from "../syntax_file.ts";

/**
 * Location of the declarations of a module: a file; the files of a folder, such as a Go package; or
 * all files that declare a dotted package, in any folder.
 */
export type ModulePlace =
  | { readonly file: string }
  | { readonly folder: string }
  | { readonly package: string };

/**
 * Queries of module resolvers about a tree. Paths are relative to the root, with `/`; the root is
 * "".
 */
export interface ModuleTree {
  /** Returns the paths that are files. */
  listExistingFiles(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the folders with files in or below them. */
  listNonEmptyFolders(folders: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns the paths of all files with a name, such as `go.mod`. */
  listFilesNamed(name: string): Promise<readonly string[]>;
  /** Returns the text of a file, such as a manifest; undefined when it cannot be read. */
  readText(path: string): Promise<string | undefined>;
}

/**
 * Returns the locations of a module that a file imports, the likeliest first; "foreign" for a
 * module that is certainly outside of the tree, and `undefined` if unknown.
 */
export type ModuleResolver = (
  module: string,
  from: Pick<SyntaxFile, "path" | "language" | "packageName">,
  tree: ModuleTree,
) => Promise<readonly ModulePlace[] | "foreign" | undefined>;

/**
 * Returns the first of some files that exists in the tree, as the only location of a module, or
 * `undefined` when none does.
 */
export async function findExistingFile(
  candidates: readonly string[],
  tree: ModuleTree,
): Promise<readonly { readonly file: string }[] | undefined> {
  const present = await tree.listExistingFiles(candidates);
  const file = candidates.find((path) => present.has(path));
  return file === undefined ? undefined : [{ file }];
}

/**
 * Returns the files of a tree whose paths end with a path, the shortest first.
 *
 * @param most Maximum number of files with the same file name that are checked.
 */
export async function listFilesEndingWith(
  suffix: string,
  tree: ModuleTree,
  most = Infinity,
): Promise<readonly string[]> {
  const named = await tree.listFilesNamed(suffix.slice(suffix.lastIndexOf("/") + 1));
  return named.slice(0, most).filter((one) => one === suffix || one.endsWith(`/${suffix}`));
}

/** Returns the folder of a path, without a trailing slash; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Returns the enclosing folders of a path, the nearest first and the root last. */
export function listEnclosingFolders(path: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); folder !== ""; folder = folderOf(folder)) folders.push(folder);
  return [...folders, ""];
}

/**
 * Returns a folder joined with a relative path, with `.` and `..` resolved, or `undefined` for a
 * path outside of the root.
 */
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
