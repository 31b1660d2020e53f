import { RACY_MS } from "../retrieval/machine/file_info.ts";
import { openStore, type Store } from "../retrieval/index/local/store/open_store.ts";

/** Farther ahead than a clock is thought to be, in milliseconds. */
const AHEAD_MS = 3_600_000;

/**
 * Has an index trust files by the times that tests have given them: the disk has another, just now, which nobody
 * can set.
 */
export function settleTimes(store: Store): void {
  const now = Date.now();
  for (const table of ["documents", "skipped"]) {
    const set = `UPDATE ${table} SET racy = 0 WHERE racy = 1 AND modified NOT BETWEEN ? AND ?`;
    store.statement(set).run(now - RACY_MS, now + AHEAD_MS);
  }
}

/** Does the same for the index of the tree at `root`. */
export function settleIndex(root: string): void {
  using store = openStore(`${root}/.dossier/state/index.db`);
  settleTimes(store);
}
