/**
 * Returns the git root of the folder `start`: the nearest folder at or above it that holds `.git`
 * (a folder, or a file in a linked work tree or submodule); `start` itself when there is none.
 *
 * @param start Absolute path of a folder.
 */
export function findRoot(start: string): string {
  let folder = start.length > 1 ? start.replace(/\/+$/, "") : start;
  for (;;) {
    if (exists(`${folder}/.git`)) return folder === "" ? "/" : folder;
    const slash = folder.lastIndexOf("/");
    if (slash < 0 || folder === "") return start;
    folder = folder.slice(0, slash);
  }
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
