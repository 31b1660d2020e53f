import type { Exclusions } from "@dossier/core/exclude";
import type { Lease } from "../context_source.ts";
import { listFiles, locateFile } from "../../tree/mod.ts";
import { findDocumentByPath, findSkipped } from "../../index/mod.ts";

/** Where {@link openTreeFiles} looks. */
export interface TreeFilesOptions {
  /** Real absolute path of the tree. */
  readonly root: string;
  /** What may not be served. */
  readonly exclusions: Exclusions;
  /** The index, and how fresh it is. */
  readonly state: Pick<Lease, "indexed" | "index">;
}

/**
 * Returns a function that says of the files that somebody names whether they are of the tree: whether
 * neither git nor a `.dossierignore` file leaves them out. What an index has that was just compared with
 * the tree is; git and the ignore files are asked about what is unknown to it, and about all when the
 * index may be older than they are.
 *
 * @param written Paths as they were written.
 */
export async function openTreeFiles(
  written: readonly string[],
  { state: { indexed: { store }, index }, root, exclusions }: TreeFilesOptions,
): Promise<(path: string) => boolean> {
  const isKnown = (path: string) =>
    !index.stale &&
    (findDocumentByPath(store, path) !== undefined || findSkipped(store, path) !== undefined);
  const unknown = written.map((path) => locateFile(path, { root, exclusions }))
    .flatMap((located) => located.kind === "file" && !isKnown(located.path) ? located.path : []);
  if (unknown.length === 0) return isKnown;
  const { paths } = await listFiles(root, exclusions, { among: [...new Set(unknown)] });
  const listed = new Set(paths);
  return (path) => listed.has(path) || isKnown(path);
}
