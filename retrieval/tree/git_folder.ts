import { lstatOrUndefined } from "../machine/mod.ts";

/** What a file says that stands for another: the git folder of a linked work tree or a submodule. */
const GIT_FOLDER_REGEXP = /^gitdir: ([^]+)$/;

/** What git takes off the end of a path that a file of its own holds: blanks are of the name. */
const PATH_END_REGEXP = /[\r\n]+$/;

/**
 * Returns the git folder of the work tree at `top`, which is elsewhere for a linked one and a submodule;
 * undefined when there is none.
 */
export function findGitFolder(top: string): string | undefined {
  const path = `${top}/.git`;
  const link = readGitText(path);
  if (link === undefined) return readGitText(`${path}/HEAD`) === undefined ? undefined : path;
  const target = GIT_FOLDER_REGEXP.exec(link.replace(PATH_END_REGEXP, ""))?.[1];
  return target === undefined ? undefined : resolvePath(top, target);
}

/** Returns the folder that the work trees of a repository have in common. */
export function findCommonFolder(gitFolder: string): string {
  const common = readGitText(`${gitFolder}/commondir`);
  return common === undefined
    ? gitFolder
    : resolvePath(gitFolder, common.replace(PATH_END_REGEXP, ""));
}

/**
 * Returns the text of a file of git's own; undefined when there is no such file, or something else. Whoever puts a
 * pipe in its place at that very moment makes git wait as well, so it is opened in the simplest way.
 */
export function readGitText(path: string): string | undefined {
  try {
    return Deno.statSync(path).isFile ? Deno.readTextFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a folder that holds these entries is a git repository without a work tree. */
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
 * Returns the git root of the folder `start`: the nearest folder at or above it that holds `.git` (a folder, or a
 * file in a linked work tree or submodule); undefined when there is none.
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

/** Returns whether a folder is a git root; one without `HEAD` is no repository to git, which looks on further up. */
export function isGitRoot(folder: string): boolean {
  return lstatOrUndefined(`${folder}/.git`)?.isFile === true ||
    lstatOrUndefined(`${folder}/.git/HEAD`) !== undefined;
}
