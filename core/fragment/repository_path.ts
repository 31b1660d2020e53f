/** File of one tree, or of one of several repositories. */
interface RepositoryFile {
  /** Name of the repository, when several are searched: it has no slash. */
  readonly repository?: string | undefined;
  /** Relative to the root, with `/` separators. */
  readonly path: string;
}

/**
 * Returns the path of a file for answers: with several repositories it begins with the name of the
 * repository.
 *
 * @example
 * ```ts
 * import { formatPath } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.equal(formatPath({ path: "src/a.ts" }), "src/a.ts");
 * assert.equal(formatPath({ repository: "web", path: "src/a.ts" }), "web/src/a.ts");
 * ```
 */
export function formatPath({ repository, path }: RepositoryFile): string {
  return repository === undefined ? path : `${repository}/${path}`;
}

/** Returns a file from a path of {@link formatPath}, with the name of its repository separated. */
export function splitRepository<File extends RepositoryFile>(
  file: File,
): File & { readonly repository: string } {
  const end = file.path.indexOf("/");
  return { ...file, repository: file.path.slice(0, end), path: file.path.slice(end + 1) };
}
