import type { Note } from "@dossier/core";
import { dirname, readPlainTextAsync } from "../machine/mod.ts";
import { findGitRoot, findHome } from "../tree/mod.ts";

/** The user's own configuration. */
export interface UserFile {
  readonly text: string;
  /** How people are told where it is: `~/.config/dossier/config.yaml`. */
  readonly path: string;
  /** Absolute path of the home folder, where it is known. */
  readonly home: string | undefined;
  /** Why it counts no more than what a repository says, as half a sentence; absent where it is the user's. */
  readonly doubt?: string | undefined;
}

/** What there is to know of the machine that says where users keep configurations. */
interface UserEnvironment {
  readonly os: typeof Deno.build.os;
  readonly find: (variable: string) => string | undefined;
}

const CONFIG_NAME = "config.yaml";

/** What others may not do with a file that decides what a repository is granted, nor with a folder above it. */
const OTHERS_WRITE = 0o002;

/** In such a folder, as in `/tmp`, nobody puts another in the place of what is not theirs. */
const STICKY = 0o1000;

/**
 * Returns the absolute path of the folder of the user's own settings of dossier: in `XDG_CONFIG_HOME` when that is
 * absolute, or else where the system has such folders. Undefined without a home, or where the program may not know.
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

/** Returns a variable; undefined when it is empty, or when the program may not know. */
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

/** Returns a path as people know it, with `~` for the home folder. */
export function displayUserPath(path: string): string {
  const home = findVariable("HOME");
  return home !== undefined && path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/**
 * Returns the user's own configuration, and a note on one that can not be read, which is passed over.
 *
 * @param root Real absolute path of the tree that is asked about.
 * @param folder As {@link findUserFolder} returns it.
 */
export async function readUserFile(
  root: string,
  folder: string | undefined,
): Promise<{ readonly file?: UserFile; readonly notes: readonly Note[] }> {
  if (folder === undefined) return { notes: [] };
  const path = `${folder}/${CONFIG_NAME}`;
  const told = displayUserPath(path);
  // The user may have put a link there.
  const read = await readPlainTextAsync(path);
  if (read.kind === "refused") {
    if (read.reason === "missing") return { notes: [] };
    const message = `"${told}" is ignored as ${read.message}`;
    return { notes: [{ code: "config-issue", message }] };
  }
  const { text } = read;
  const file = {
    text,
    path: told,
    home: findVariable("HOME"),
    doubt: findDistrustReason(path, root),
  };
  return { file, notes: [] };
}

/**
 * Returns why a file of the user's folder may say what somebody else wants, as half a sentence; undefined when it is
 * the user's: it lies outside of the tree and the repository around that, belongs to who owns the home folder or to the
 * system, and not everybody may write to it or put another in its place.
 *
 * @param path Absolute path of a file that is there.
 * @param root Real absolute path of the tree that is asked about.
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
    // What cannot be looked at is nobody's word.
    return "its permissions cannot be read";
  }
}

/**
 * Returns whether a real path lies in a tree, or in the repository around it. A home that is a repository is that of
 * the user, who may have no other place for settings.
 */
export function isInRepository(real: string, root: string): boolean {
  const top = findGitRoot(root);
  const home = findHome();
  const isOwn = top === undefined || home === top || home?.startsWith(`${top}/`) === true;
  return real.startsWith(`${isOwn ? root : top}/`);
}

function isOpenToAll({ mode }: Deno.FileInfo): boolean {
  return ((mode ?? 0) & OTHERS_WRITE) !== 0;
}

/** Returns whether everybody may put another file at a path, or another folder above it. */
function isBelowOpenFolder(path: string): boolean {
  for (let folder = dirname(path);; folder = dirname(folder)) {
    const found = Deno.statSync(folder);
    if (isOpenToAll(found) && ((found.mode ?? 0) & STICKY) === 0) return true;
    if (folder === dirname(folder)) return false;
  }
}
