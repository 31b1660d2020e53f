import { findSensitiveFolder, findSensitiveNameBelow } from "@dossier/core/exclude";
import { dirname, lstatOrUndefined, RetrievalError } from "../machine/mod.ts";
import { findHome, findMarkedRoot } from "./find_root.ts";
import { isBareRepository, isGitRoot } from "./git_folder.ts";

/**
 * Maximum number of files of a root without git. A folder with more usually contains downloads and
 * backups of years instead of one project, and takes minutes to index.
 */
export const MAX_FILES_WITHOUT_GIT = 20_000;

const GIT_NAME_REGEXP = /\/\.(?:git|hg|svn)$/i;

/**
 * Names that only a home folder contains, by which it is recognized when `HOME` does not name it.
 */
const HOME_MARKERS = [".ssh", ".gnupg", ".bash_history", ".zsh_history"] as const;

/** System folders with settings, keys and information about processes. */
const SYSTEM_REGEXP = /^\/(?:etc|proc|sys|boot|run\/secrets|private\/etc)(?:\/|$)/;

/** Folder that a user chose as the root. */
export interface RootChoice {
  /** Path of an existing folder: the tree. */
  readonly root: string;
  /**
   * True to accept the root of the file system, a home folder, a folder that contains one, a
   * settings folder of programs or of the system, or a folder without git of more than 20,000
   * files. @default false
   */
  readonly anyRoot?: boolean | undefined;
}

/**
 * Returns the real absolute path of the root to open, and the maximum number of its files when git
 * does not list them.
 *
 * @throws {RetrievalError} `root-not-found`; `root-refused` for a folder that is hardly meant to be
 * read. A folder in which programs keep secrets, or git keeps a repository, is refused
 * even with `anyRoot`.
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
 * Checks that a folder is not one in which programs keep secrets, or git keeps a repository. Such a
 * folder is never accepted.
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

/**
 * Checks that a folder without a marker of a project is not a system folder, or a home folder with
 * a user's files.
 */
function checkProjectFolder(path: string, home: string | undefined): void {
  if (SYSTEM_REGEXP.test(path)) throw refuse(path, "it is a system folder");
  if (home !== undefined && path.startsWith(`${home}/.`)) {
    throw refuse(path, "it is in a hidden folder of the home folder and is not a repository");
  }
  const marker = HOME_MARKERS.find((name) => lstatOrUndefined(`${path}/${name}`) !== undefined);
  if (marker !== undefined) throw refuse(path, `"${marker}" in it marks a home folder`);
}

/** @param options.isFinal True when `--any-root` does not allow the folder either. */
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
 * Returns true for the `.git` of a work tree, a bare repository, and folders in them. False for a
 * work tree inside of a bare repository.
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
    // A folder above may not be listed, but its project may be used.
    return false;
  }
}

/**
 * Returns the real absolute path of the folder `root`.
 *
 * @throws {RetrievalError} `root-not-found` when it does not exist, is not a folder, or cannot be
 * entered.
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

/**
 * Checks that names can be looked up in the folder, as otherwise none of its files could be opened.
 */
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
