import type { WorkManifest } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import type { IndexReader } from "../index/mod.ts";
import { isTrackerPath } from "../issue/mod.ts";
import { listFiles, locateFile, openForbidden } from "../tree/mod.ts";
import type { Lease } from "./lease.ts";

/**
 * Returns the files of a leased tree that a request may see.
 *
 * @param options.manifest Work manifest of its issue, which forbids files.
 * @param options.trackerPaths Files with issues, which are visible only when they are requested by
 * name.
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
    (path, { isExplicit = false }) => !isExplicit && isTrackerPath(path, trackerPaths),
  );
}

/**
 * Returns the files named in a request that may be opened: those that neither git nor a
 * `.dossierignore` file ignores. Files in an index that was just compared with the tree are not
 * ignored. Git and the ignore files are consulted for files that are not in the index, and for all
 * files when the index may be out of date.
 *
 * @param visibility Files that the request may see. All files that are not in `written` are hidden.
 * @param written Paths as written.
 */
export async function hideIgnored(
  visibility: Visibility,
  written: readonly string[],
  { indexed: { reader, root }, index, visibility: projectVisibility }: Pick<
    Lease,
    "visibility" | "indexed" | "index"
  >,
): Promise<Visibility> {
  const located = written.map((path) => locateFile(path, { root, visibility: projectVisibility }));
  const files = [...new Set(located.flatMap((at) => at.kind === "file" ? at.path : []))];
  const treePaths = new Set(index.stale ? [] : await listIndexed(reader, files));
  const unknown = files.filter((path) => !treePaths.has(path));
  if (unknown.length > 0) {
    const { paths } = await listFiles(root, projectVisibility, { among: unknown });
    for (const path of paths) treePaths.add(path);
  }
  return visibility.hide("ignored", (path) => !treePaths.has(path));
}

/** Returns the files that the index has, or that were skipped because of their content. */
async function listIndexed(reader: IndexReader, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const skipped = await reader.listSkipped(files);
  return [...(await reader.findHashes(files)).keys(), ...skipped.map(({ path }) => path)];
}
