import { RetrievalError } from "./errors.ts";

/**
 * Returns the real absolute path of the folder `root`.
 *
 * @throws {RetrievalError} `root-not-found` when it does not exist, is no folder, or can
 * not be entered.
 */
export function resolveRoot(root: string): string {
  try {
    const path = Deno.realPathSync(root);
    // The dot is looked up in the folder, which takes the right to enter it.
    if (Deno.statSync(path).isDirectory && Deno.statSync(`${path}/.`).isDirectory) return path;
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) throw locked(root, error);
    throw notFound(root, "there is no such folder", error);
  }
  throw notFound(root, "it is not a folder");
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
