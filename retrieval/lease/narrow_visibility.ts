import type { WorkManifest } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import type { IndexReader } from "../index/mod.ts";
import { isTrackerPath } from "../issue/mod.ts";
import { listFiles, locateFile, openForbidden } from "../tree/mod.ts";
import type { Lease } from "./lease.ts";

/**
 * Returns what a request may see of the tree of a lease.
 *
 * @param options.manifest The work manifest of its issue, which forbids files.
 * @param options.trackerPaths Files that hold issues, which show themselves only to whoever names them.
 */
export async function narrowVisibility(
  { visibility, indexed: { root } }: Pick<Lease, "visibility" | "indexed">,
  { manifest, trackerPaths = [] }: {
    readonly manifest?: Pick<WorkManifest, "forbidden"> | undefined;
    readonly trackerPaths?: readonly string[];
  },
): Promise<Visibility> {
  const isForbidden = await openForbidden(manifest, root);
  const allowed = visibility.hide("forbidden", isForbidden);
  return trackerPaths.length === 0 ? allowed : allowed.hide(
    "tracker",
    (path, { explicit = false }) => !explicit && isTrackerPath(path, trackerPaths),
  );
}

/**
 * Returns what may be opened of the files that somebody names: nothing that git or a `.dossierignore` file
 * leaves out. What an index has that was just compared with the tree is of the tree; git and the ignore
 * files are asked about what is unknown to it, and about all when the index may be older than they are.
 *
 * @param visibility What the request may see; names of other files than the written ones are hidden.
 * @param written Paths as they were written.
 */
export async function hideIgnored(
  visibility: Visibility,
  written: readonly string[],
  { indexed: { reader, root }, index, visibility: ofProject }: Pick<
    Lease,
    "visibility" | "indexed" | "index"
  >,
): Promise<Visibility> {
  const located = written.map((path) => locateFile(path, { root, visibility: ofProject }));
  const files = [...new Set(located.flatMap((at) => at.kind === "file" ? at.path : []))];
  const ofTree = new Set(index.stale ? [] : await listIndexed(reader, files));
  const unknown = files.filter((path) => !ofTree.has(path));
  if (unknown.length > 0) {
    const { paths } = await listFiles(root, ofProject, { among: unknown });
    for (const path of paths) ofTree.add(path);
  }
  return visibility.hide("ignored", (path) => !ofTree.has(path));
}

/** Returns those of some files that the index has, or has left out for what they hold. */
async function listIndexed(reader: IndexReader, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const skipped = await reader.listSkipped(files);
  return [...(await reader.findHashes(files)).keys(), ...skipped.map(({ path }) => path)];
}
