import type { Note } from "@dossier/core";
import { dirname, readPlainTextAsync } from "../machine/mod.ts";
import { findGitRoot, findHome } from "../tree/mod.ts";

/** Configuration of the user. */
export interface UserFile {
  readonly text: string;
  /** Path in messages: `~/.config/dossier/config.yaml`. */
  readonly path: string;
  /** Absolute path of the home folder, if known. */
  readonly home: string | undefined;
  /**
   * Reason why it is trusted no more than a repository, as half a sentence; absent for a trusted
   * file.
   */
  readonly distrustReason?: string | undefined;
}

/** Facts about the machine that determine the folder of user configurations. */
interface UserEnvironment {
  readonly os: typeof Deno.build.os;
  readonly find: (variable: string) => string | undefined;
}

const CONFIG_NAME = "config.yaml";

/** Permission bit that must not be set for a file with grants, nor for a folder above it. */
const OTHERS_WRITE_BIT = 0o002;

/** Permission bit of folders such as `/tmp`, in which users cannot replace files of others. */
const STICKY_BIT = 0o1000;

/**
 * Returns the absolute path of the folder with the settings of the user: in `XDG_CONFIG_HOME` when
 * that is absolute, or else in the default folder of the system. Returns `undefined` without a
 * home, or without permission to read the environment.
 */
export function findUserFolder(
  { os, find }: UserEnvironment = { os: Deno.build.os, find: findVariable },
): string | undefined {
  const chosen = find("XDG_CONFIG_HOME");
  if (isAbsolute(chosen)) return `${chosen}/dossier`;
  if (os === "windows") {
    const folder = find("APPDATA");
    return isAbsolute(folder) ? `${folder}/dossier` : undefined;
  }
  const home = find("HOME");
  if (!isAbsolute(home)) return undefined;
  return `${home}/${os === "darwin" ? "Library/Application Support" : ".config"}/dossier`;
}

/** Returns an environment variable, or `undefined` when it is empty or must not be read. */
function findVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name) || undefined;
  } catch {
    return undefined;
  }
}

function isAbsolute(path: string | undefined): path is string {
  return path !== undefined && /^(?:[\\/]|[a-z]:[\\/])/i.test(path);
}

/** Returns a path for messages, with `~` for the home folder. */
export function displayUserPath(path: string): string {
  const home = findVariable("HOME");
  return home !== undefined && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/**
 * Returns the configuration of the user, and a note about one that cannot be read, which is
 * skipped.
 *
 * @param root Real absolute path of the queried tree.
 * @param folder Result of {@link findUserFolder}.
 */
export async function readUserFile(
  root: string,
  folder: string | undefined,
): Promise<{ readonly file?: UserFile; readonly notes: readonly Note[] }> {
  if (folder === undefined) return { notes: [] };
  const path = `${folder}/${CONFIG_NAME}`;
  const shown = displayUserPath(path);
  // The user may have put a link there.
  const read = await readPlainTextAsync(path);
  if (read.kind === "refused") {
    if (read.reason === "missing") return { notes: [] };
    const message = `"${shown}" is ignored as ${read.message}`;
    return { notes: [{ code: "config-issue", message }] };
  }
  const { text } = read;
  const file = {
    text,
    path: shown,
    home: findVariable("HOME"),
    distrustReason: findDistrustReason(path, root),
  };
  return { file, notes: [] };
}

/**
 * Returns the reason why a file in the folder of the user cannot be trusted, as half a sentence, or
 * `undefined` for a trusted file. A trusted file is outside of the tree and of the repository
 * around it, belongs to the owner of the home folder or to the system, and other users can neither
 * write nor replace it.
 *
 * @param path Absolute path of an existing file.
 * @param root Real absolute path of the queried tree.
 */
export function findDistrustReason(path: string, root: string): string | undefined {
  try {
    const real = Deno.realPathSync(path);
    if (isInRepository(real, root)) return "it lies in the repository itself";
    const found = Deno.statSync(real);
    if (isOpenToAll(found) || [path, real].some(isBelowOpenFolder)) {
      return "everybody may write to it or its folder: remove that permission";
    }
    const home = findVariable("HOME");
    const owner = home === undefined ? null : Deno.statSync(home).uid;
    const isForeign = owner !== null && found.uid !== 0 && found.uid !== null &&
      found.uid !== owner;
    return isForeign ? "it belongs to another user" : undefined;
  } catch {
    // A file that cannot be checked is not trusted.
    return "its permissions cannot be read";
  }
}

/**
 * Returns true when a real path is in a tree, or in the repository around it. A home folder that is
 * itself a repository belongs to the user, who may have no other place for settings.
 */
export function isInRepository(real: string, root: string): boolean {
  const top = findGitRoot(root);
  const home = findHome();
  const isOwn = top === undefined || home === top || home?.startsWith(`${top}/`) === true;
  return real.startsWith(`${isOwn ? root : top}/`);
}

function isOpenToAll({ mode }: Deno.FileInfo): boolean {
  return ((mode ?? 0) & OTHERS_WRITE_BIT) !== 0;
}

/** Returns true when any user can replace the file at a path, or a folder above it. */
function isBelowOpenFolder(path: string): boolean {
  for (let folder = dirname(path);; folder = dirname(folder)) {
    const found = Deno.statSync(folder);
    if (isOpenToAll(found) && ((found.mode ?? 0) & STICKY_BIT) === 0) return true;
    if (folder === dirname(folder)) return false;
  }
}
