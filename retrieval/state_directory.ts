import type { Note } from "@dossier/core";
import { isUnwritable, RetrievalError, toStoreError } from "./errors.ts";
import { textHash } from "./scan/content_hash.ts";

/** Folder under the root that holds what dossier keeps for itself. */
const STATE_FOLDER = ".dossier/state";

/** Characters of the root's hash that name its folder in the user's cache: 64 bits. */
const CACHE_NAME_LENGTH = 16;

/** Files whose presence says that a folder is ours. */
const LOCK_FILE = "index.lock";
const INDEX_FILE = "index.db";
const IGNORE_FILE = ".gitignore";

/** Has git pass over the folder and all in it. */
const IGNORE_ALL = "*\n";

/** Where the state of a root is kept. */
export interface StateDirectory {
  /** Absolute path of a folder that exists and can be written. */
  readonly path: string;
  /** Says so when it is not the place one would look in first. */
  readonly notes: readonly Note[];
}

/** Options of {@link openStateDirectory}. */
export interface StateDirectoryOptions {
  /** Folder that the user chose; no other is tried. */
  readonly chosen?: string | undefined;
  /** The user's cache folder, for a root that can not be written. */
  readonly cache?: string | undefined;
}

/**
 * Returns the folder for the state of `root`, made when it is missing: `.dossier/state` in the root,
 * or a folder of its own in the user's cache when the root can not be written.
 *
 * @param root Absolute path of the tree.
 * @throws {RetrievalError} `index-unwritable` when no place can be written, or when the chosen folder
 * holds something else; `disk-full`.
 */
export async function openStateDirectory(
  root: string,
  { chosen, cache }: StateDirectoryOptions = {},
): Promise<StateDirectory> {
  if (chosen !== undefined) {
    refuseForeign(chosen);
    if (makeWritable(chosen)) return { path: chosen, notes: [] };
    throw unwritable(chosen, "choose another place with --state");
  }
  const [path, fallback] = await listStateFolders(root, cache);
  if (makeWritable(path)) return { path, notes: [] };
  if (fallback === undefined) throw unwritable(path, CHOOSE_ANY_PLACE);
  if (!makeWritable(fallback)) throw unwritable(fallback, CHOOSE_ANY_PLACE);
  return {
    path: fallback,
    notes: [{
      code: "state-elsewhere",
      message: `The root cannot be written, so its index is kept in "${fallback}"`,
    }],
  };
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
  const usual = `${root}/${STATE_FOLDER}`;
  if (cache === undefined) return [usual];
  const name = (await textHash(root)).slice(0, CACHE_NAME_LENGTH);
  return [usual, `${cache}/dossier/${name}`];
}

/** How another place is chosen by whoever has chosen none: a server has no option for it. */
const CHOOSE_ANY_PLACE =
  "set XDG_CACHE_HOME to a folder that is, or choose a place with --state where a command has it";

function unwritable(path: string, mend: string): RetrievalError {
  return new RetrievalError(
    "index-unwritable",
    `Cannot keep the index in "${path}" as the folder cannot be written: make it writable, or ${mend}`,
  );
}

/**
 * Refuses a folder that holds other files than ours: git would be told to ignore those as well.
 */
function refuseForeign(path: string): void {
  const names = listNames(path);
  if (names.includes(LOCK_FILE) || names.every((name) => name === IGNORE_FILE)) return;
  throw new RetrievalError(
    "index-unwritable",
    `Cannot keep the index in "${path}" as the folder holds other files: name a new or an empty folder with --state`,
  );
}

function listNames(path: string): string[] {
  try {
    return [...Deno.readDirSync(path)].map((entry) => entry.name);
  } catch {
    // Whatever is there instead of a readable folder shows when it is to be written.
    return [];
  }
}

/**
 * Makes the folder, has git ignore it, and returns whether files can be written there.
 *
 * @throws {RetrievalError} When the disk is full, or a folder stands where a file should be.
 */
function makeWritable(path: string): boolean {
  try {
    Deno.mkdirSync(path, { recursive: true });
    const ignore = `${path}/${IGNORE_FILE}`;
    // A disk that was full when it was made leaves an empty file.
    if (sizeOf(ignore) === 0) Deno.writeTextFileSync(ignore, IGNORE_ALL);
    Deno.openSync(`${path}/${LOCK_FILE}`, { create: true, write: true }).close();
    // An index of an earlier run may be read-only by now; only opening for writing tells.
    if (sizeOf(`${path}/${INDEX_FILE}`) > 0) {
      Deno.openSync(`${path}/${INDEX_FILE}`, { write: true }).close();
    }
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.IsADirectory) throw folderInTheWay(path, error);
    if (isUnwritable(error) || isInTheWay(error)) return false;
    throw toStoreError(error, `${path}/${INDEX_FILE}`);
  }
}

function folderInTheWay(path: string, cause: unknown): RetrievalError {
  return new RetrievalError(
    "index-unwritable",
    `Cannot keep the index in "${path}" as "${INDEX_FILE}" or "${LOCK_FILE}" there is a folder: remove it, or choose another place with --state`,
    { cause },
  );
}

/** Returns whether a file stands where a folder should be. */
function isInTheWay(error: unknown): boolean {
  return error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.NotADirectory;
}

/** Returns the size of a file in bytes; 0 when there is none. */
function sizeOf(path: string): number {
  try {
    return Deno.statSync(path).size;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}
