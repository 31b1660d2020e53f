import { RetrievalError } from "../machine/mod.ts";
import { findHome } from "./find_root.ts";

/**
 * Most files of a root without git: a folder of more holds what was downloaded and kept over years rather
 * than one work, and takes minutes to index.
 */
export const MAX_FILES_WITHOUT_GIT = 20_000;

/** What somebody takes for a root. */
export interface RootChoice {
  /** The tree: an existing folder. */
  readonly root: string;
  /**
   * Whether that may be the root of the file system, the home folder, one that holds it, or a folder
   * without git of more than 20,000 files. @default false
   */
  readonly anyRoot?: boolean | undefined;
}

/**
 * Returns the real absolute path of the root to open, and how many files it may hold where git does not list
 * them.
 *
 * @throws {RetrievalError} `root-not-found`; `root-refused` for a folder that nobody means to have read.
 */
export function takeRoot(
  { root, anyRoot = false }: RootChoice,
): { readonly path: string; readonly maxFiles: number } {
  const path = resolveRoot(root);
  if (anyRoot) return { path, maxFiles: Infinity };
  if (path === "/") throw refuse(path, "it is the root of the file system");
  const home = findHome();
  if (home === path) throw refuse(path, "it is the home folder");
  if (home?.startsWith(`${path}/`)) throw refuse(path, "it holds the home folder");
  return { path, maxFiles: MAX_FILES_WITHOUT_GIT };
}

function refuse(path: string, reason: string): RetrievalError {
  return new RetrievalError(
    "root-refused",
    `Cannot take "${path}" for the root as ${reason}: name a repository with --root, or allow it with --any-root`,
  );
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
      ? "its permissions do not allow to enter it: change them, or name another repository"
      : "there is no such folder: name a repository";
    throw notFound(root, reason, cause);
  }
  throw notFound(root, "it is not a folder: name a repository");
}

/** Throws unless names can be looked up in the folder: no file in it could be opened then. */
function checkEnterable(path: string): void {
  try {
    Deno.lstatSync(`${path}/.git`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function notFound(root: string, reason: string, cause?: unknown): RetrievalError {
  const message = `Cannot open "${root}" as ${reason} with --root`;
  return new RetrievalError("root-not-found", message, { cause });
}
