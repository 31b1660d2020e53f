import type { EngineOptions } from "@dossier/retrieval";
import {
  type CheckTarget,
  hasIndex,
  listStateFolders,
  resolveRoot,
} from "@dossier/retrieval/health";

/**
 * Returns the tree to check. The state folder is the first one with an index, or else the usual
 * one. Nothing is created.
 *
 * @throws {RetrievalError} `root-not-found` when there is no such folder.
 */
export async function locateCheckedTree(
  { root, state, cache }: Pick<EngineOptions, "root" | "state" | "cache">,
): Promise<CheckTarget> {
  const path = resolveRoot(root);
  const folders = state === undefined ? await listStateFolders(path, cache) : [state] as const;
  return {
    root: path,
    state: folders.find((folder) => hasIndex(path, folder)) ?? folders[0],
  };
}
