import { dirname, join } from "./paths.ts";
import type { Note } from "@dossier/core";
import { RetrievalError } from "./errors.ts";
import { listNames, lstatOrUndefined } from "./file_info.ts";

/** Name of the file in the state folder that git reads. It may be readable for all users. */
const IGNORE_FILE = ".gitignore";

/** Folder of the marker files that show when all changes were reported. */
const WATCH_FOLDER = "watch";

/** Databases with the files of SQLite beside them, such as `state.db-wal`, and their locks. */
const DATABASE_REGEXP = /^[a-z]+(?:-\d+)?\.db(?:-(?:wal|shm|journal))?$|^[a-z]+\.lock$/;

/** Prefix of the files of the records. */
const RECORDS_PREFIX = "state.db";

/** Mode bits of users other than the owner, and of the owner. */
const OTHERS_MODE = 0o077;
const OWNER_MODE = 0o700;

/** Problem of a state folder, such as `"state.db" in it is a symbolic link`, and its fix. */
interface StateObstacle {
  readonly problem: string;
  readonly fix: string;
}

/**
 * Checks that a state folder and the files in it are regular, and no links to other files.
 *
 * A repository may contain a link or a hard link in place of the folder or of a file in it, so that
 * writes would change another file. A link that the user names is followed when it is outside of
 * the root.
 *
 * @param root Absolute path of the tree.
 * @param folder Absolute path of the state folder, which need not exist.
 * @throws {RetrievalError} `index-unwritable` when one of them is a link or has another type.
 */
export function checkStateFolder(root: string, folder: string): void {
  const obstacle = findStateObstacle(root, folder);
  if (obstacle === undefined) return;
  throw new RetrievalError(
    "index-unwritable",
    `Cannot use the state folder "${folder}" as ${obstacle.problem}: ${obstacle.fix}`,
  );
}

/**
 * Returns the problem for which {@link checkStateFolder} would refuse a state folder; undefined
 * when there is none.
 */
export function findStateObstacle(root: string, folder: string): StateObstacle | undefined {
  return findLinkInPath(root, folder) ?? findObstacleInFolder(folder);
}

function findLinkInPath(root: string, folder: string): StateObstacle | undefined {
  for (const path of listFoldersBelow(root, folder)) {
    if (!lstatOrUndefined(path)?.isSymlink) continue;
    return {
      problem: `"${path.replace(`${root}/`, "")}" is a symbolic link`,
      fix: "replace it by a folder, or choose another place with --state",
    };
  }
}

/** Returns the folders below the root down to `folder`, including it, the outermost first. */
function listFoldersBelow(root: string, folder: string): readonly string[] {
  const paths: string[] = [];
  const top = realPath(root);
  for (let path = folder; dirname(path) !== path; path = dirname(path)) {
    if (realPath(path) === top) return paths;
    paths.unshift(path);
  }
  return [];
}

function findObstacleInFolder(folder: string): StateObstacle | undefined {
  for (const name of listOwnNames(folder)) {
    const found = lstatOrUndefined(join(folder, name));
    const what = found && findFileProblem(name, found);
    if (what !== undefined) return { problem: `"${name}" in it ${what.problem}`, fix: what.fix };
  }
}

function findFileProblem(
  name: string,
  { isSymlink, isDirectory, isFile, nlink }: Deno.FileInfo,
): StateObstacle | undefined {
  if (isSymlink) return { problem: "is a symbolic link", fix: "remove it" };
  if (name === WATCH_FOLDER) {
    return isDirectory ? undefined : { problem: "is not a folder", fix: "remove it" };
  }
  // Other problems of the records are reported when they are opened, as a search does not need
  // them.
  if (name.startsWith(RECORDS_PREFIX)) return undefined;
  const fix = "remove it, or choose another place with --state";
  if (isDirectory) return { problem: "is a folder", fix };
  if (!isFile) return { problem: "is not a regular file", fix };
  // SQLite loses data of a file with two names, as its log is named after the file.
  if ((nlink ?? 1) > 1) {
    return {
      problem: "has a second name (a hard link)",
      fix: "replace it by a copy",
    };
  }
}

/**
 * Removes the permissions of other users for the index, the records and their files. Returns a note
 * for files that cannot be changed.
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
    // The file belongs to another user, or was just removed.
  }
  return !isOpenToOthers(path);
}

/**
 * Returns true when other users can access a file of ours. A file with hard links may belong to
 * others too, and is not changed.
 */
function isOpenToOthers(path: string): boolean {
  const found = lstatOrUndefined(path);
  return found?.isFile === true && (found.nlink ?? 1) === 1 &&
    ((found.mode ?? 0) & OTHERS_MODE) !== 0;
}

/** Returns the paths of the databases in a folder that can be rebuilt. */
export function listCaches(folder: string): readonly string[] {
  return listOwnNames(folder).filter((name) =>
    name.endsWith(".db") && !name.startsWith(RECORDS_PREFIX)
  )
    .map((name) => join(folder, name));
}

/** Returns the names in a folder that belong to dossier, in order. */
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
