import type { Note } from "@dossier/core";
import { checkStateFolder, listCaches, tightenStateFiles } from "./check_state_folder.ts";
import { fileCondition, RetrievalError, toStoreError } from "./errors.ts";
import { createLockFile } from "./index_lock.ts";
import { textHash } from "./file_content.ts";
import { listNames, lstatOrUndefined, openPrivateFile } from "./file_info.ts";
import { writeAtomically } from "./draft_path.ts";

/** Number of characters of the root's hash that name its folder in the user's cache: 64 bits. */
const CACHE_NAME_LENGTH = 16;

/** Files whose presence shows that a folder is ours. */
const LOCK_FILE = "index.lock";
const IGNORE_FILE = ".gitignore";

/** Mode bit with which the owner may write. */
const OWNER_WRITE = 0o200;

/** Folder with the state of a root. */
export interface StateDirectory {
  readonly path: string;
  /** Notes that are shown when it is not the usual folder, or when other users can read it. */
  readonly notes: readonly Note[];
}

/**
 * Opens the folder for the state of `root` and returns it; it is created when missing. It is
 * `.dossier/state` in the root, or a folder in the user's cache when the root cannot be written.
 *
 * Only the owner can read its databases. The user may choose a folder through a link, but no link
 * in the tree is followed.
 *
 * @param root Absolute path of the tree.
 * @param options.chosen Folder that the user chose; no other is tried.
 * @param options.cache The user's cache folder, for a root that cannot be written.
 * @throws {RetrievalError} `index-unwritable` when no folder can be written, when the chosen folder
 * contains other files, or when a link is in the way; `disk-full`.
 */
export async function openStateDirectory(
  root: string,
  { chosen, cache }: {
    readonly chosen?: string | undefined;
    readonly cache?: string | undefined;
  } = {},
): Promise<StateDirectory> {
  if (chosen !== undefined) {
    refuseForeign(chosen);
    if (makeWritable(root, chosen)) return { path: chosen, notes: tightenStateFiles(chosen) };
    throw unwritableError(chosen, "choose another place with --state");
  }
  const [path, fallback] = await listStateFolders(root, cache);
  if (makeWritable(root, path)) return { path, notes: tightenStateFiles(path) };
  if (fallback === undefined || !makeWritable(root, fallback)) {
    throw unwritableError(fallback ?? path, CHOOSE_ANY_PLACE);
  }
  const elsewhere: Note = {
    code: "state-elsewhere",
    message: `The root cannot be written, so its index is stored in "${fallback}"`,
  };
  return { path: fallback, notes: [elsewhere, ...tightenStateFiles(fallback)] };
}

/**
 * Returns the folders that may contain the state of `root` when none was chosen, the usual one
 * first. They need not exist.
 *
 * @param cache The user's cache folder.
 */
export async function listStateFolders(
  root: string,
  cache: string | undefined,
): Promise<readonly [usual: string, ...others: string[]]> {
  const usual = `${root}/.dossier/state`;
  if (cache === undefined) return [usual];
  const name = (await textHash(root)).slice(0, CACHE_NAME_LENGTH);
  return [usual, `${cache}/dossier/${name}`];
}

/** Fix for users who have not chosen a folder, as a server has no option for it. */
const CHOOSE_ANY_PLACE =
  "set XDG_CACHE_HOME to a writable folder, or choose a folder with --state if the command has this option";

function unwritableError(path: string, fix: string): RetrievalError {
  return new RetrievalError(
    "index-unwritable",
    `Cannot store the index in "${path}" as the folder cannot be written: make it writable, or ${fix}`,
  );
}

/** Refuses a folder with other files than ours, as the ignore file would exclude those too. */
function refuseForeign(path: string): void {
  const names = listNames(path);
  if (names.includes(LOCK_FILE) || names.every((name) => name === IGNORE_FILE)) return;
  throw new RetrievalError(
    "index-unwritable",
    `Cannot store the index in "${path}" as the folder contains other files: name a new or empty folder with --state`,
  );
}

/**
 * Creates the folder, excludes it from git, and returns true when files can be written in it.
 *
 * @throws {RetrievalError} When the disk is full, or one of its files is a link or has another
 * type.
 */
function makeWritable(root: string, path: string): boolean {
  checkStateFolder(root, path);
  try {
    Deno.mkdirSync(path, { recursive: true });
    writeIgnoreFile(path);
    createLockFile(`${path}/${LOCK_FILE}`);
    openPrivateFile(`${path}/${IGNORE_FILE}`)?.close();
    // SQLite creates files beside its own.
    if (!hasOwnerWrite(path)) Deno.removeSync(Deno.makeTempFileSync({ dir: path }));
    // An index of an earlier run may be read-only by now, which only opening it for writing shows.
    // Otherwise only SQLite opens a database: closing it in another way would release the locks of
    // all connections of this process.
    for (const cache of listCaches(path)) {
      if (!hasOwnerWrite(cache)) Deno.openSync(cache, { write: true }).close();
    }
  } catch (error) {
    if (fileCondition(error) === "full") throw toStoreError(error, path);
    return false;
  }
  // Checked again, as a link may have been created while the folder was created.
  checkStateFolder(root, path);
  return true;
}

/** Returns true when the mode of a file or folder lets its owner write it. */
function hasOwnerWrite(path: string): boolean {
  return ((lstatOrUndefined(path)?.mode ?? OWNER_WRITE) & OWNER_WRITE) !== 0;
}

/**
 * Writes an ignore file that excludes the folder from git. The file is replaced atomically, so that
 * no link is followed.
 */
function writeIgnoreFile(path: string): void {
  const ignore = `${path}/${IGNORE_FILE}`;
  // A full disk may have left an empty file.
  if ((lstatOrUndefined(ignore)?.size ?? 0) > 0) return;
  writeAtomically(ignore, "*\n");
}
