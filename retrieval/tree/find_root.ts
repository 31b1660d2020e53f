import { dirname, listNames, lstatOrUndefined, realPathOrUndefined } from "../machine/mod.ts";
import { isGitRoot } from "./git_folder.ts";

/** Folder with settings that users create, and the folder in it that the program creates. */
const DOSSIER_FOLDER = ".dossier";
const STATE_FOLDER = "state";

/**
 * Returns the default root for a folder: the nearest folder at or above it, but not above the home
 * folder, that has a `.git`, or a `.dossier` with more in it than `state`. Returns the folder
 * itself when there is none. The `.dossier` of the home folder is for all projects and marks no
 * root.
 *
 * So packages of a repository with their own settings, submodules and linked work trees are roots.
 * A folder in which an earlier run left an index is not.
 *
 * @param start Absolute path of a folder. The result is a real path.
 */
export function findRoot(start: string): string {
  return findMarkedRoot(start) ?? realPathOrUndefined(start) ?? start;
}

/**
 * Returns the root for a folder as in {@link findRoot}; undefined when no folder is marked as one.
 */
export function findMarkedRoot(start: string): string | undefined {
  const home = findHome();
  for (
    let folder = realPathOrUndefined(start) ?? start;
    !isAbove(folder, home);
    folder = dirname(folder)
  ) {
    if (isGitRoot(folder) || (folder !== home && hasUserSettings(folder))) return folder;
  }
  return undefined;
}

/** Returns the real path of the user's home folder; undefined when it is unknown. */
export function findHome(): string | undefined {
  try {
    const home = Deno.env.get("HOME");
    return home === undefined || home === "" ? undefined : Deno.realPathSync(home);
  } catch {
    // The folder does not exist, or the program has no permission to read the variable.
    return undefined;
  }
}

function isAbove(folder: string, home: string | undefined): boolean {
  return folder === "/" || home?.startsWith(`${folder}/`) === true;
}

function hasUserSettings(folder: string): boolean {
  const path = `${folder}/${DOSSIER_FOLDER}`;
  return lstatOrUndefined(path)?.isDirectory === true &&
    listNames(path).some((name) => name !== STATE_FOLDER);
}
