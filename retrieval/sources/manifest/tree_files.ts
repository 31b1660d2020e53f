import type { Exclusions } from "@dossier/core/exclude";
import type { Lease } from "../context_source.ts";
import type { IndexReader } from "../../index/mod.ts";
import { listFiles, locateFile } from "../../tree/mod.ts";

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
  { state: { indexed: { reader }, index }, root, exclusions }: TreeFilesOptions,
): Promise<(path: string) => boolean> {
  const located = written.map((path) => locateFile(path, { root, exclusions }));
  const files = [...new Set(located.flatMap((at) => at.kind === "file" ? at.path : []))];
  const known = new Set(index.stale ? [] : await listKnown(reader, files));
  const unknown = files.filter((path) => !known.has(path));
  if (unknown.length === 0) return (path) => known.has(path);
  const { paths } = await listFiles(root, exclusions, { among: unknown });
  const listed = new Set(paths);
  return (path) => listed.has(path) || known.has(path);
}

/** Returns those of some files that the index has, or has left out for what they hold. */
async function listKnown(reader: IndexReader, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const skipped = await reader.listSkipped(files);
  return [...(await reader.findHashes(files)).keys(), ...skipped.map(({ path }) => path)];
}
