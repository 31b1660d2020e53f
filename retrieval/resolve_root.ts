import { RetrievalError } from "./errors.ts";

/**
 * Returns the real absolute path of the folder `root`.
 *
 * @throws {RetrievalError} `root-not-found` when it does not exist or is no folder.
 */
export function resolveRoot(root: string): string {
  try {
    const path = Deno.realPathSync(root);
    if (Deno.statSync(path).isDirectory) return path;
  } catch (error) {
    throw notFound(root, "there is no such folder", error);
  }
  throw notFound(root, "it is not a folder");
}

function notFound(root: string, reason: string, cause?: unknown): RetrievalError {
  return new RetrievalError(
    "root-not-found",
    `Cannot open "${root}" as ${reason}: name a repository with --root`,
    { cause },
  );
}
