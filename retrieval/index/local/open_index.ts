import { LocalIndex } from "./local_index.ts";
import { openStore } from "./store/open_store.ts";
import type { WatchedTree, watchTree } from "./watch/watched_tree.ts";

/**
 * Returns the index in the file at `path`, made when it is missing, and empty when another version of the
 * program wrote it.
 *
 * @throws {RetrievalError} `index-unwritable` for a link, and for a database that another program made.
 * @throws An error of `node:sqlite` when the file is damaged or can not be opened; see `toStoreError`.
 */
export function openIndex(path: string): LocalIndex {
  return new LocalIndex(openStore(path));
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
