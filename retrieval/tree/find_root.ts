/**
 * Returns the git root of the folder `start`: the nearest folder at or above it that holds `.git`
 * (a folder, or a file in a linked work tree or submodule); `start` itself when there is none.
 *
 * @param start Absolute path of a folder.
 */
export function findRoot(start: string): string {
  return findGitRoot(start) ?? start;
}

/** Returns the git root of the folder `start` as {@link findRoot} does; undefined without one. */
export function findGitRoot(start: string): string | undefined {
  let folder = start.length > 1 ? start.replace(/\/+$/, "") : start;
  for (;;) {
    if (holdsGit(folder)) return folder === "" ? "/" : folder;
    const slash = folder.lastIndexOf("/");
    if (slash < 0 || folder === "") return undefined;
    folder = folder.slice(0, slash);
  }
}

/** A folder without `HEAD` is no repository to git, which looks on further up. */
function holdsGit(folder: string): boolean {
  return exists(`${folder}/.git`, (info) => info.isFile) || exists(`${folder}/.git/HEAD`);
}

function exists(path: string, isWanted: (info: Deno.FileInfo) => boolean = () => true): boolean {
  try {
    return isWanted(Deno.lstatSync(path));
  } catch {
    return false;
  }
}
