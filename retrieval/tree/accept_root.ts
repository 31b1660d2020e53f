import { findSensitiveFolder, findSensitiveNameBelow } from "@dossier/core/exclude";
import { dirname, lstatOrUndefined, RetrievalError } from "../machine/mod.ts";
import { findHome, findMarkedRoot } from "./find_root.ts";
import { isBareRepository, isGitRoot } from "./git_folder.ts";

/**
 * Most files of a root without git: a folder of more holds what was downloaded and kept over years rather
 * than one work, and takes minutes to index.
 */
export const MAX_FILES_WITHOUT_GIT = 20_000;

const GIT_NAME_REGEXP = /\/\.(?:git|hg|svn)$/i;

/** Folders that a home has, and no project: a home that `HOME` does not name is known by them. */
const HOME_MARKS = [".ssh", ".gnupg", ".bash_history", ".zsh_history"] as const;

/** Folders of the system with settings, keys and what is known of processes. */
const SYSTEM_REGEXP = /^\/(?:etc|proc|sys|boot|run\/secrets|private\/etc)(?:\/|$)/;

/** What somebody takes for a root. */
export interface RootChoice {
  /** The tree: an existing folder. */
  readonly root: string;
  /**
   * Whether that may be the root of the file system, a home folder, one that holds it, a folder of the settings of
   * programs or of the system, or a folder without git of more than 20,000 files. @default false
   */
  readonly anyRoot?: boolean | undefined;
}

/**
 * Returns the real absolute path of the root to open, and how many files it may hold where git does not list
 * them.
 *
 * @throws {RetrievalError} `root-not-found`; `root-refused` for a folder that nobody means to have read. One in which
 * programs keep secrets, or git keeps a repository, is refused whatever `anyRoot` is.
 */
export function acceptRoot(
  { root, anyRoot = false }: RootChoice,
): { readonly path: string; readonly maxFiles: number } {
  const path = resolveRoot(root);
  checkSecretRoot(path);
  if (anyRoot) return { path, maxFiles: Infinity };
  if (path === "/") throw refuse(path, "it is the root of the file system");
  const home = findHome();
  if (home === path) throw refuse(path, "it is the home folder");
  if (home?.startsWith(`${path}/`)) throw refuse(path, "it contains the home folder");
  const content = findSensitiveNameBelow(path);
  if (content !== undefined) throw refuse(path, `"${content}" in it may contain secrets`);
  if (findMarkedRoot(path) === undefined) checkProjectFolder(path, home);
  return { path, maxFiles: MAX_FILES_WITHOUT_GIT };
}

/**
 * Throws for a folder in which programs keep secrets, or git keeps a repository: nothing makes it a root.
 *
 * @param path Real absolute path.
 * @throws {RetrievalError} `root-refused`
 */
export function checkSecretRoot(path: string): void {
  const sensitive = findSensitiveFolder(path);
  if (sensitive !== undefined) {
    throw refuse(path, `it is in a folder "${sensitive}", which may contain secrets`, {
      isFinal: true,
    });
  }
  if (isInsideGit(path)) {
    throw refuse(path, "it is in the folder of a git repository", { isFinal: true });
  }
}

/** Throws for a folder that is no project: nothing marks it as one, and what programs know of a user is in it. */
function checkProjectFolder(path: string, home: string | undefined): void {
  if (SYSTEM_REGEXP.test(path)) throw refuse(path, "it is a system folder");
  if (home !== undefined && path.startsWith(`${home}/.`)) {
    throw refuse(path, "it is in a hidden folder of the home folder and is not a repository");
  }
  const mark = HOME_MARKS.find((name) => lstatOrUndefined(`${path}/${name}`) !== undefined);
  if (mark !== undefined) throw refuse(path, `"${mark}" in it marks a home folder`);
}

/** @param options.isFinal Whether `--any-root` does not allow it either. */
function refuse(
  path: string,
  reason: string,
  { isFinal = false }: { readonly isFinal?: boolean } = {},
): RetrievalError {
  const fix = `name a repository with --root${isFinal ? "" : ", or allow it with --any-root"}`;
  return new RetrievalError(
    "root-refused",
    `Cannot use "${path}" as the root as ${reason}: ${fix}`,
  );
}

/**
 * Returns whether a folder is, or is in, the `.git` of a work tree or a repository without one. A work tree that is
 * kept in such a repository is not.
 */
function isInsideGit(path: string): boolean {
  for (let folder = path; folder !== "/"; folder = dirname(folder)) {
    if (GIT_NAME_REGEXP.test(folder) || isBareFolder(folder)) return true;
    if (isGitRoot(folder)) return false;
  }
  return false;
}

function isBareFolder(folder: string): boolean {
  if (lstatOrUndefined(`${folder}/HEAD`) === undefined) return false;
  try {
    return isBareRepository([...Deno.readDirSync(folder)]);
  } catch {
    // Who may not list a folder above may still have a project in it.
    return false;
  }
}

/**
 * Returns the real absolute path of the folder `root`.
 *
 * @throws {RetrievalError} `root-not-found` when it does not exist, is no folder, or can
 * not be entered.
 */
export function resolveRoot(root: string): string {
  try {
    const path = Deno.realPathSync(root);
    if (Deno.statSync(path).isDirectory) {
      checkEnterable(path);
      return path;
    }
  } catch (cause) {
    const reason = cause instanceof Deno.errors.PermissionDenied
      ? "its permissions do not allow access: change them, or name another repository"
      : "there is no such folder: name a repository";
    throw notFoundError(root, reason, cause);
  }
  throw notFoundError(root, "it is not a folder: name a repository");
}

/** Throws unless names can be looked up in the folder: no file in it could be opened then. */
function checkEnterable(path: string): void {
  try {
    Deno.lstatSync(`${path}/.git`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function notFoundError(root: string, reason: string, cause?: unknown): RetrievalError {
  const message = `Cannot open "${root}" as ${reason} with --root`;
  return new RetrievalError("root-not-found", message, { cause });
}
