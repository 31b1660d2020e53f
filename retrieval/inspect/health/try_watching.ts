import { readVisibility } from "../../config/mod.ts";
import { findWatchedFolders } from "../../tree/watch/mod.ts";
import { listFiles, MAX_FILES_WITHOUT_GIT } from "../../tree/mod.ts";

/** What came of watching a tree for a moment. */
export interface WatchingHealth {
  /** Folders that have to be watched. */
  readonly folders: number;
  /** Why they can not be, as the system says it; undefined when they can. */
  readonly failure?: string;
}

/**
 * Returns whether all folders of the tree at `root` can be watched. Limits of the system can not be
 * read by the runtime without all permissions, and say little when other programs watch too.
 *
 * @param state Absolute path of its state folder.
 * @throws {RetrievalError} `invalid-config` when `.dossier/config.yaml` can not be parsed at all;
 * `root-refused` for a folder without git that holds very many files.
 */
export async function tryWatching(root: string, state: string): Promise<WatchingHealth> {
  const visibility = await readVisibility(root);
  const { paths } = await listFiles(root, visibility, { maxFiles: MAX_FILES_WITHOUT_GIT });
  const folders = [...await findWatchedFolders(root, { visibility, paths, state })];
  try {
    Deno.watchFs(folders, { recursive: false }).close();
    return { folders: folders.length };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { folders: folders.length, failure };
  }
}
