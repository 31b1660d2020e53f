import type { WorkManifest } from "@dossier/core";
import { toTreePath } from "./locate_file.ts";

/**
 * Returns a manifest in which each file stands once in each list, however it is written; what leads outside
 * of the root stays as it is.
 *
 * @param root Real absolute path of the tree.
 */
export function normaliseManifest(manifest: WorkManifest, root: string): WorkManifest {
  const normalise = (paths: readonly string[]) => [
    ...new Set(paths.map((path) => toTreePath(path, root) ?? path)),
  ];
  const { primary, read, forbidden } = manifest;
  return {
    ...manifest,
    primary: normalise(primary),
    read: normalise(read),
    forbidden: normalise(forbidden),
  };
}
