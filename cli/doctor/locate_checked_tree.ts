import type { EngineOptions } from "@dossier/retrieval";
import {
  type CheckTarget,
  hasIndex,
  listStateFolders,
  resolveRoot,
} from "@dossier/retrieval/health";

/**
 * Returns what is to be looked at: the state folder is the first that holds an index, or else the usual
 * one. Nothing is made.
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
