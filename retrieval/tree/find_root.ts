import { dirname, listNames, lstatOrUndefined, realPathOrUndefined } from "../machine/mod.ts";
import { isGitRoot } from "./git_folder.ts";

/** Folder of what somebody has set up for us, and the one in it that we make by ourselves. */
const DOSSIER_FOLDER = ".dossier";
const STATE_FOLDER = "state";

/**
 * Returns the root that a folder belongs to, for whoever names none: the nearest folder at or above it, but not above
 * the home folder, that has a `.git`, or a `.dossier` with more in it than `state`; the folder itself when there is
 * none. The `.dossier` of the home folder is for all projects and marks none.
 *
 * So a package of a repository that has settings of its own is a root, and a submodule and a linked work tree are;
 * a folder that an earlier run has left an index in is none.
 *
 * @param start Absolute path of a folder; the root is a real path.
 */
export function findRoot(start: string): string {
  return findMarkedRoot(start) ?? realPathOrUndefined(start) ?? start;
}

/** Returns the root of a folder as {@link findRoot} does; undefined where nothing marks one. */
export function findMarkedRoot(start: string): string | undefined {
  const home = findHome();
  for (
    let folder = realPathOrUndefined(start) ?? start;
    !isAbove(folder, home);
    folder = dirname(folder)
  ) {
    if (isGitRoot(folder) || (folder !== home && isSetUp(folder))) return folder;
  }
  return undefined;
}

/** Returns the real path of the user's home; undefined where none is known. */
export function findHome(): string | undefined {
  try {
    const home = Deno.env.get("HOME");
    return home === undefined || home === "" ? undefined : Deno.realPathSync(home);
  } catch {
    // There is no such folder, or the program that this is part of may not know.
    return undefined;
  }
}

function isAbove(folder: string, home: string | undefined): boolean {
  return folder === "/" || home?.startsWith(`${folder}/`) === true;
}

function isSetUp(folder: string): boolean {
  const path = `${folder}/${DOSSIER_FOLDER}`;
  return lstatOrUndefined(path)?.isDirectory === true &&
    listNames(path).some((name) => name !== STATE_FOLDER);
}
