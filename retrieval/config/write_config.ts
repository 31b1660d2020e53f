import { dirname } from "node:path";
import { isUnwritable, RetrievalError, toStoreError } from "../errors.ts";
import { resolveRoot } from "../resolve_root.ts";
import { CONFIG_PATH } from "./read_config_text.ts";
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
    if (force) replaceFile(path);
    else Deno.writeTextFileSync(path, renderConfig(), { createNew: true });
    return path;
  } catch (error) {
    if (error instanceof RetrievalError) throw error;
    if (error instanceof Deno.errors.AlreadyExists) throw existing(error);
    if (error instanceof Deno.errors.IsADirectory) throw existing(error);
    throw isUnwritable(error) ? unwritable(path, error) : toStoreError(error, path);
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

/** Puts a whole new file in the place of the old one, or leaves that as it is. */
function replaceFile(path: string): void {
  const draft = `${path}.${crypto.randomUUID()}`;
  try {
    Deno.writeTextFileSync(draft, renderConfig(), { createNew: true });
    Deno.renameSync(draft, path);
  } catch (error) {
    try {
      Deno.removeSync(draft);
    } catch {
      // It was never made.
    }
    throw error;
  }
}

function existing(cause: unknown): RetrievalError {
  return new RetrievalError(
    "invalid-config",
    `Cannot write "${CONFIG_PATH}" as there is one already: edit it, or replace it with --force`,
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
