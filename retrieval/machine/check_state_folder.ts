import { dirname, join } from "./paths.ts";
import type { Note } from "@dossier/core";
import { RetrievalError } from "./errors.ts";
import { listNames, lstatOrUndefined } from "./file_info.ts";

/** Git reads this one, as whoever looks at the tree. */
const IGNORE_FILE = ".gitignore";

/** Holds the files that tell when all changes were reported. */
const WATCH_FOLDER = "watch";

/** The databases with what SQLite keeps beside them, such as `state.db-wal`, and their locks. */
const DATABASE_REGEXP = /^[a-z]+(?:-\d+)?\.db(?:-(?:wal|shm|journal))?$|^[a-z]+\.lock$/;

/** How the files of the records begin. */
const RECORDS = "state.db";

/** What everybody but the owner may do with a file, and what its owner may. */
const OTHERS_MODE = 0o077;
const OWNER_MODE = 0o700;

/** What stands in the way of a state folder, such as `"state.db" in it is a symbolic link`, and the fix. */
interface StateObstacle {
  readonly problem: string;
  readonly fix: string;
}

/**
 * Refuses a state folder in which something is not what it seems to be.
 *
 * A repository may hold a link, or a second name, in place of the folder or of a file in it, and whoever
 * wrote there would write elsewhere. What the user names is the user's: a link outside of the root is
 * followed.
 *
 * @param root Absolute path of the tree.
 * @param folder Absolute path of the state folder; it need not exist.
 * @throws {RetrievalError} `index-unwritable`.
 */
export function checkStateFolder(root: string, folder: string): void {
  const obstacle = findStateObstacle(root, folder);
  if (obstacle === undefined) return;
  throw new RetrievalError(
    "index-unwritable",
    `Cannot use the state folder "${folder}" as ${obstacle.problem}: ${obstacle.fix}`,
  );
}

/** Returns what {@link checkStateFolder} would refuse a state folder for. */
export function findStateObstacle(root: string, folder: string): StateObstacle | undefined {
  return findLinkOnTheWay(root, folder) ?? findObstacleWithin(folder);
}

function findLinkOnTheWay(root: string, folder: string): StateObstacle | undefined {
  for (const path of listBelow(root, folder)) {
    if (!lstatOrUndefined(path)?.isSymlink) continue;
    return {
      problem: `"${path.replace(`${root}/`, "")}" is a symbolic link`,
      fix: "replace it by a folder, or choose another place with --state",
    };
  }
}

/** Returns the folders from the root to `folder`, this included, the outermost first. */
function listBelow(root: string, folder: string): readonly string[] {
  const paths: string[] = [];
  const top = realPath(root);
  for (let path = folder; dirname(path) !== path; path = dirname(path)) {
    if (realPath(path) === top) return paths;
    paths.unshift(path);
  }
  return [];
}

function findObstacleWithin(folder: string): StateObstacle | undefined {
  for (const name of listOwnNames(folder)) {
    const found = lstatOrUndefined(join(folder, name));
    const what = found && describeWrong(name, found);
    if (what !== undefined) return { problem: `"${name}" in it ${what.problem}`, fix: what.fix };
  }
}

function describeWrong(
  name: string,
  { isSymlink, isDirectory, isFile, nlink }: Deno.FileInfo,
): StateObstacle | undefined {
  if (isSymlink) return { problem: "is a symbolic link", fix: "remove it" };
  if (name === WATCH_FOLDER) {
    return isDirectory ? undefined : { problem: "is not a folder", fix: "remove it" };
  }
  // What else is in the place of the records is told when they are opened: a search needs none.
  if (name.startsWith(RECORDS)) return undefined;
  const fix = "remove it, or choose another place with --state";
  if (isDirectory) return { problem: "is a folder", fix };
  if (!isFile) return { problem: "is not a regular file", fix };
  // SQLite loses data of a file under two names, as its log goes by the name.
  if ((nlink ?? 1) > 1) {
    return {
      problem: "has a second name (a hard link)",
      fix: "replace it by a copy",
    };
  }
}

/**
 * Takes from everybody but the owner the right to read the index, the records and what belongs to them, and
 * returns a note for what can not be changed.
 */
export function tightenStateFiles(folder: string): readonly Note[] {
  const open = listOwnNames(folder).filter((name) => {
    const path = join(folder, name);
    return DATABASE_REGEXP.test(name) && isOpenToOthers(path) && !tighten(path);
  });
  if (open.length === 0) return [];
  return [{
    code: "state-readable",
    message:
      `Others can read "${
        open.join('", "')
      }" in "${folder}", and their permissions cannot be changed: ` +
      "make the folder private, or choose another place with --state",
  }];
}

function tighten(path: string): boolean {
  try {
    const { mode } = Deno.lstatSync(path);
    Deno.chmodSync(path, mode! & OWNER_MODE);
  } catch {
    // It belongs to somebody else, or has just been removed.
  }
  return !isOpenToOthers(path);
}

/** Returns whether others can read a file of ours; one with a second name elsewhere is not ours alone to change. */
function isOpenToOthers(path: string): boolean {
  const found = lstatOrUndefined(path);
  return found?.isFile === true && (found.nlink ?? 1) === 1 &&
    ((found.mode ?? 0) & OTHERS_MODE) !== 0;
}

/** Returns the paths of the databases in a folder that can be made again. */
export function listCaches(folder: string): readonly string[] {
  return listOwnNames(folder).filter((name) => name.endsWith(".db") && !name.startsWith(RECORDS))
    .map((name) => join(folder, name));
}

/** Returns the names of ours that are taken in a folder, in order. */
function listOwnNames(folder: string): readonly string[] {
  return listNames(folder)
    .filter((name) => name === IGNORE_FILE || name === WATCH_FOLDER || DATABASE_REGEXP.test(name))
    .sort();
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}
