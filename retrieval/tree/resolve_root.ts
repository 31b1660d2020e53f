import { RetrievalError } from "../machine/mod.ts";

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
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) throw locked(root, error);
    throw notFound(root, "there is no such folder", error);
  }
  throw notFound(root, "it is not a folder");
}

/** Throws unless names can be looked up in the folder: no file in it could be opened then. */
function checkEnterable(path: string): void {
  try {
    Deno.lstatSync(`${path}/.git`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function locked(root: string, cause: unknown): RetrievalError {
  return new RetrievalError(
    "root-not-found",
    `Cannot open "${root}" as its permissions do not allow to enter it: change them, or name another repository with --root`,
    { cause },
  );
}

function notFound(root: string, reason: string, cause?: unknown): RetrievalError {
  return new RetrievalError(
    "root-not-found",
    `Cannot open "${root}" as ${reason}: name a repository with --root`,
    { cause },
  );
}
