import type { Note } from "@dossier/core";
import { isUnwritable, RetrievalError } from "./errors.ts";
import { textHash } from "./scan/content_hash.ts";

/** Folder under the root that holds what dossier keeps for itself. */
const STATE_FOLDER = ".dossier/state";

/** Characters of the root's hash that name its folder in the user's cache: 64 bits. */
const CACHE_NAME_LENGTH = 16;

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
 * @throws {RetrievalError} `index-unwritable` when no place can be written.
 */
export async function openStateDirectory(
  root: string,
  { chosen, cache }: StateDirectoryOptions = {},
): Promise<StateDirectory> {
  if (chosen !== undefined) {
    if (makeWritable(chosen)) return { path: chosen, notes: [] };
    throw unwritable(chosen);
  }
  const path = `${root}/${STATE_FOLDER}`;
  if (makeWritable(path)) return { path, notes: [] };
  if (cache === undefined) throw unwritable(path);
  const name = (await textHash(root)).slice(0, CACHE_NAME_LENGTH);
  const fallback = `${cache}/dossier/${name}`;
  if (!makeWritable(fallback)) throw unwritable(fallback);
  return {
    path: fallback,
    notes: [{
      code: "state-elsewhere",
      message: `The root cannot be written, so its index is kept in "${fallback}"`,
    }],
  };
}

function unwritable(path: string): RetrievalError {
  return new RetrievalError(
    "index-unwritable",
    `Cannot keep the index in "${path}" as the folder cannot be written: make it writable, or choose another place with --state`,
  );
}

/** Makes the folder, has git ignore it, and returns whether files can be written there. */
function makeWritable(path: string): boolean {
  try {
    Deno.mkdirSync(path, { recursive: true });
    const ignore = `${path}/.gitignore`;
    if (!exists(ignore)) Deno.writeTextFileSync(ignore, "*\n");
    // A folder of an earlier run may be read-only by now; only opening for writing tells.
    for (const name of ["index.lock", "index.db"]) {
      Deno.openSync(`${path}/${name}`, { create: name === "index.lock", write: true }).close();
    }
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    if (isUnwritable(error) || isInTheWay(error)) return false;
    throw error;
  }
}

/** Returns whether a file stands where a folder should be. */
function isInTheWay(error: unknown): boolean {
  return error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.NotADirectory;
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
