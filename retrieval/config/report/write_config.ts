import { dirname } from "node:path";
import { fileCondition, RetrievalError } from "../../machine/mod.ts";
import { resolveRoot } from "../../tree/mod.ts";
import { CONFIG_PATH } from "../read_config_text.ts";
import { renderConfig } from "./render_config.ts";

/** How {@link writeConfig} writes. */
export interface WriteConfigOptions {
  /** Whether a configuration that is there already is replaced. @default false */
  readonly force?: boolean;
}

/**
 * Writes a configuration that names every setting and gives none, and returns its absolute path. The
 * file and the folder that it is in are all that is made.
 *
 * @param root The tree: an existing folder.
 * @throws {RetrievalError} `root-not-found` without such a folder; `invalid-config` when there is a
 * configuration already, or its folder is none; `index-unwritable` or `disk-full` when it can not be
 * written.
 */
export function writeConfig(root: string, { force = false }: WriteConfigOptions = {}): string {
  const path = `${resolveRoot(root)}/${CONFIG_PATH}`;
  try {
    makeFolder(dirname(path));
    const known = statOrUndefined(path);
    if (known?.isDirectory) throw folderThere();
    if (known !== undefined && !force) throw existing();
    placeFile(path, force);
    return path;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw existing(error);
    const condition = fileCondition(error);
    if (condition === "full") throw full(path, error);
    throw condition === "unwritable" ? unwritable(path, error) : error;
  }
}

function makeFolder(folder: string): void {
  try {
    Deno.mkdirSync(folder, { recursive: true });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw noFolder(error);
    throw error;
  }
  // A link may lead out of the root, where nothing is ours to write.
  if (Deno.realPathSync(folder) !== folder) throw noFolder();
}

/** Returns what stands at a path, links not followed. */
function statOrUndefined(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Puts a whole file at a path, and in the place of another only when that is wanted. */
function placeFile(path: string, force: boolean): void {
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    Deno.writeTextFileSync(draft, renderConfig(), { createNew: true });
    if (force || !tryLink(draft, path)) Deno.renameSync(draft, path);
  } finally {
    if (statOrUndefined(draft) !== undefined) Deno.removeSync(draft);
  }
}

/** Gives a file another name that nobody has taken meanwhile; false where the disk knows no such names. */
function tryLink(file: string, path: string): boolean {
  try {
    Deno.linkSync(file, path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) throw error;
    return false;
  }
}

function existing(cause?: unknown): RetrievalError {
  return new RetrievalError(
    "invalid-config",
    `Cannot write "${CONFIG_PATH}" as there is one already: edit it, or replace it with --force`,
    { cause },
  );
}

function folderThere(): RetrievalError {
  return new RetrievalError(
    "invalid-config",
    `Cannot write "${CONFIG_PATH}" as it is a folder: move it away`,
  );
}

function full(path: string, cause: unknown): RetrievalError {
  return new RetrievalError(
    "disk-full",
    `Cannot write "${path}" as the disk is full or failing: free some space and run this again`,
    { cause },
  );
}

function noFolder(cause?: unknown): RetrievalError {
  return new RetrievalError(
    "invalid-config",
    `Cannot write "${CONFIG_PATH}" as ".dossier" is a file or a link: make it a folder`,
    { cause },
  );
}

function unwritable(path: string, cause: unknown): RetrievalError {
  return new RetrievalError(
    "index-unwritable",
    `Cannot write "${path}": make the folder writable, or name another repository with --root`,
    { cause },
  );
}
