import { RACY_MS } from "../retrieval/machine/file_info.ts";
import { openStore, type Store } from "../retrieval/index/local/store/open_store.ts";

/** Time farther in the future than a clock may be wrong, in milliseconds. */
const AHEAD_MS = 3_600_000;

/**
 * Makes an index trust the times that tests have set for files: the disk has another time, which
 * cannot be set.
 */
export function trustTimes(store: Store): void {
  const now = Date.now();
  for (const table of ["documents", "skipped"]) {
    const set = `UPDATE ${table} SET racy = 0 WHERE racy = 1 AND modified NOT BETWEEN ? AND ?`;
    store.statement(set).run(now - RACY_MS, now + AHEAD_MS);
  }
}

/** Does the same for the index of the tree at `root`. */
export function trustIndexTimes(root: string): void {
  using store = openStore(`${root}/.dossier/state/index.db`);
  trustTimes(store);
}
