import type { Exclusions } from "@dossier/core/exclude";
import { listFiles } from "../scan/list_files.ts";
import { findDocumentByPath } from "../store/documents.ts";
import type { Store } from "../store/open_store.ts";
import { findSkipped } from "../store/skipped.ts";
import { locateFile } from "./locate_file.ts";

/** Where {@link openTreeFiles} looks. */
export interface TreeFilesOptions {
  /** An index that is up to date. */
  readonly store: Store;
  /** Real absolute path of the tree. */
  readonly root: string;
  /** What may not be served. */
  readonly exclusions: Exclusions;
}

/**
 * Returns a function that says of the files that somebody names whether they are of the tree: whether
 * neither git nor a `.dossierignore` file leaves them out. What the index knows is; the tree is listed
 * only when one of them is unknown to it.
 *
 * @param written Paths as they were written.
 */
export async function openTreeFiles(
  written: readonly string[],
  { store, ...tree }: TreeFilesOptions,
): Promise<(path: string) => boolean> {
  const isUnknown = (path: string) =>
    findDocumentByPath(store, path) === undefined && findSkipped(store, path) === undefined;
  const unknown = written.map((path) => locateFile(path, tree))
    .flatMap((located) => located.kind === "file" && isUnknown(located.path) ? located.path : []);
  if (unknown.length === 0) return () => true;
  const { paths } = await listFiles(tree.root, tree.exclusions);
  const listed = new Set(paths);
  return (path) => listed.has(path) || !isUnknown(path);
}
