import type { WorkManifest } from "@dossier/core";
import { toTreePath } from "./locate_file.ts";

/**
 * Returns a function that says whether a manifest forbids a path of the tree: by its name, or with a folder
 * that it is in.
 *
 * @param manifest Paths as somebody wrote them; without a manifest nothing is forbidden.
 * @param root Real absolute path of the tree.
 */
export function openForbidden(
  manifest: Pick<WorkManifest, "forbidden"> | undefined,
  root: string,
): (path: string) => boolean {
  const paths = (manifest?.forbidden ?? []).map((written) => toTreePath(written, root))
    .filter((path) => path !== undefined);
  const files = new Set(paths);
  return (path) => files.has(path) || paths.some((folder) => path.startsWith(`${folder}/`));
}
