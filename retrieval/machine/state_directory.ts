import type { Note } from "@dossier/core";
import { checkStateFolder, listCaches, tightenStateFiles } from "./check_state_folder.ts";
import { fileCondition, RetrievalError, toStoreError } from "./errors.ts";
import { makeLockFile } from "./index_lock.ts";
import { textHash } from "./file_content.ts";
import { listNames, lstatOrUndefined, openOwnFile } from "./file_info.ts";
import { writeWhole } from "./draft_path.ts";

/** Characters of the root's hash that name its folder in the user's cache: 64 bits. */
const CACHE_NAME_LENGTH = 16;

/** Files whose presence says that a folder is ours. */
const LOCK_FILE = "index.lock";
const IGNORE_FILE = ".gitignore";

/** In the mode of a file: its owner may write it. */
const OWNER_WRITE = 0o200;

/** Where the state of a root is kept. */
export interface StateDirectory {
  readonly path: string;
  /** Says so when it is not the place one would look in first, or when others can read it. */
  readonly notes: readonly Note[];
}

/**
 * Returns the folder for the state of `root`, made when it is missing: `.dossier/state` in the root,
 * or a folder of its own in the user's cache when the root can not be written.
 *
 * Its databases can be read by their owner only. The user may choose a folder by a link; nothing that the
 * tree holds is followed.
 *
 * @param root Absolute path of the tree.
 * @param options.chosen Folder that the user chose; no other is tried.
 * @param options.cache The user's cache folder, for a root that can not be written.
 * @throws {RetrievalError} `index-unwritable` when no place can be written, when the chosen folder holds
 * something else, or when a link is in the way; `disk-full`.
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
    throw unwritable(chosen, "choose another place with --state");
  }
  const [path, fallback] = await listStateFolders(root, cache);
  if (makeWritable(root, path)) return { path, notes: tightenStateFiles(path) };
  if (fallback === undefined || !makeWritable(root, fallback)) {
    throw unwritable(fallback ?? path, CHOOSE_ANY_PLACE);
  }
  const elsewhere: Note = {
    code: "state-elsewhere",
    message: `The root cannot be written, so its index is stored in "${fallback}"`,
  };
  return { path: fallback, notes: [elsewhere, ...tightenStateFiles(fallback)] };
}

/**
 * Returns the folders that the state of `root` may be in when none was chosen, the usual one first; they
 * need not exist.
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

/** How another place is chosen by whoever has chosen none: a server has no option for it. */
const CHOOSE_ANY_PLACE =
  "set XDG_CACHE_HOME to a writable folder, or choose a folder with --state if the command has this option";

function unwritable(path: string, fix: string): RetrievalError {
  return new RetrievalError(
    "index-unwritable",
    `Cannot store the index in "${path}" as the folder cannot be written: make it writable, or ${fix}`,
  );
}

/** Refuses a folder that holds other files than ours: git would be told to ignore those as well. */
function refuseForeign(path: string): void {
  const names = listNames(path);
  if (names.includes(LOCK_FILE) || names.every((name) => name === IGNORE_FILE)) return;
  throw new RetrievalError(
    "index-unwritable",
    `Cannot store the index in "${path}" as the folder contains other files: name a new or empty folder with --state`,
  );
}

/**
 * Makes the folder, has git ignore it, and returns whether files can be written there.
 *
 * @throws {RetrievalError} When the disk is full, or something there is not what it seems to be.
 */
function makeWritable(root: string, path: string): boolean {
  checkStateFolder(root, path);
  try {
    Deno.mkdirSync(path, { recursive: true });
    placeIgnoreFile(path);
    makeLockFile(`${path}/${LOCK_FILE}`);
    openOwnFile(`${path}/${IGNORE_FILE}`)?.close();
    // SQLite puts files beside its own.
    if (!hasOwnerWrite(path)) Deno.removeSync(Deno.makeTempFileSync({ dir: path }));
    // An index of an earlier run may be read-only by now; only opening for writing tells. Elsewhere a database
    // is not opened but by SQLite: to close it again takes the locks of all connections of this process.
    for (const cache of listCaches(path)) {
      if (!hasOwnerWrite(cache)) Deno.openSync(cache, { write: true }).close();
    }
  } catch (error) {
    if (fileCondition(error) === "full") throw toStoreError(error, path);
    return false;
  }
  // Once more, as a link may have been put there while the folder was made.
  checkStateFolder(root, path);
  return true;
}

/** Returns whether the owner of a file or folder may write it, as far as its mode says. */
function hasOwnerWrite(path: string): boolean {
  return ((lstatOrUndefined(path)?.mode ?? OWNER_WRITE) & OWNER_WRITE) !== 0;
}

/** Has git pass over the folder: the file is put at its place whole, through nothing that stands there. */
function placeIgnoreFile(path: string): void {
  const ignore = `${path}/${IGNORE_FILE}`;
  // A disk that was full when it was made leaves an empty file.
  if ((lstatOrUndefined(ignore)?.size ?? 0) > 0) return;
  writeWhole(ignore, "*\n");
}
