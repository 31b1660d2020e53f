import { LocalIndex } from "./local_index.ts";
import { pathBeside } from "./store/index_mark.ts";
import { NewerIndex, openStore } from "./store/open_store.ts";
import type { WatchedTree, watchTree } from "./watch/watched_tree.ts";

/**
 * Returns the index in the file at `path`, made when it is missing, and empty when an older version of the
 * program wrote it. Where a newer one did, this version has its own in another file beside it.
 *
 * @throws {RetrievalError} `index-unwritable` for a link, and for a database that another program made.
 * @throws An error of `node:sqlite` when the file is damaged or can not be opened; see `toStoreError`.
 */
export function openIndex(path: string): LocalIndex {
  try {
    return new LocalIndex(openStore(path));
  } catch (error) {
    if (!(error instanceof NewerIndex)) throw error;
    return new LocalIndex(openStore(pathBeside(path)));
  }
}

/** Starts to load what brings an index up to date, for whoever is about to need it. */
export function preloadIndexing(): void {
  void import("./refresh_index.ts");
}

/** Returns the watched tree at a root, for the index in its state folder; see `watchTree`. */
export async function openWatch(
  ...tree: Parameters<typeof watchTree>
): Promise<WatchedTree | undefined> {
  // Imported only here: an answer from a process of its own watches nothing.
  return (await import("./watch/watched_tree.ts")).watchTree(...tree);
}
