import { lstatOrUndefined } from "../machine/mod.ts";

/** Content of a file that refers to the git folder of a linked work tree or a submodule. */
const GIT_FOLDER_REGEXP = /^gitdir: ([^]+)$/;

/** Characters that git removes from the end of a path in its files. Blanks belong to the path. */
const PATH_END_REGEXP = /[\r\n]+$/;

/**
 * Returns the git folder of the work tree at `top`, which is elsewhere for a linked work tree and a
 * submodule; undefined when there is none.
 */
export function findGitFolder(top: string): string | undefined {
  const path = `${top}/.git`;
  const link = readGitText(path);
  if (link === undefined) return readGitText(`${path}/HEAD`) === undefined ? undefined : path;
  const target = GIT_FOLDER_REGEXP.exec(link.replace(PATH_END_REGEXP, ""))?.[1];
  return target === undefined ? undefined : resolvePath(top, target);
}

/** Returns the git folder that all work trees of a repository share. */
export function findCommonFolder(gitFolder: string): string {
  const common = readGitText(`${gitFolder}/commondir`);
  return common === undefined
    ? gitFolder
    : resolvePath(gitFolder, common.replace(PATH_END_REGEXP, ""));
}

/**
 * Returns the text of a file in a git folder; undefined when it is missing or not a regular file.
 * It is opened without further checks: a pipe that replaces it at this moment would make git wait
 * too.
 */
export function readGitText(path: string): string | undefined {
  try {
    return Deno.statSync(path).isFile ? Deno.readTextFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true when a folder with these entries is a bare git repository. */
export function isBareRepository(entries: readonly Deno.DirEntry[]): boolean {
  const has = (name: string, isWanted: (entry: Deno.DirEntry) => boolean) =>
    entries.some((entry) => entry.name === name && isWanted(entry));
  return has("HEAD", ({ isDirectory }) => !isDirectory) &&
    has("objects", ({ isFile }) => !isFile) && has("refs", ({ isFile }) => !isFile);
}

function resolvePath(folder: string, path: string): string {
  return path.startsWith("/") ? path : `${folder}/${path}`;
}

/**
 * Returns the git root of the folder `start`: the nearest folder at or above it that contains
 * `.git` (a folder, or a file in a linked work tree or submodule); undefined when there is none.
 *
 * @param start Absolute path of a folder.
 */
export function findGitRoot(start: string): string | undefined {
  let folder = start.length > 1 ? start.replace(/\/+$/, "") : start;
  for (;;) {
    if (isGitRoot(folder)) return folder === "" ? "/" : folder;
    const slash = folder.lastIndexOf("/");
    if (slash < 0 || folder === "") return undefined;
    folder = folder.slice(0, slash);
  }
}

/**
 * Returns true when a folder is a git root. Git ignores a `.git` without `HEAD`, and continues
 * further up.
 */
export function isGitRoot(folder: string): boolean {
  return lstatOrUndefined(`${folder}/.git`)?.isFile === true ||
    lstatOrUndefined(`${folder}/.git/HEAD`) !== undefined;
}
