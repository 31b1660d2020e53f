import type { PastName } from "../../index_reader.ts";
import { checksum } from "../../../machine/mod.ts";
import type { Store } from "./open_store.ts";

const SELECT = `SELECT name, change, files FROM past_names
  WHERE "commit" = ? AND name IN (SELECT value FROM json_each(?))`;
const UPSERT = `INSERT OR REPLACE INTO past_names ("commit", name, change, files, sum)
  VALUES (?, ?, ?, ?, ?)`;
const LAST_CHANGE = "SELECT coalesce(max(change), 0) FROM changed_paths";
const SELECT_CHANGED = "SELECT path FROM changed_paths WHERE change > ?";

/**
 * Returns the files of a commit's tree that had each of some names. Names that were not searched
 * yet are omitted.
 */
export function findPastNames(
  store: Store,
  commit: string,
  names: readonly string[],
): Map<string, PastName> {
  const rows = store.listRows<[string, number, string]>(SELECT, commit, JSON.stringify(names));
  return new Map(rows.map(([name, change, files]) => [name, { change, files: JSON.parse(files) }]));
}

/** Writes the files of a commit's tree that had each of some names. */
export function writePastNames(
  store: Store,
  commit: string,
  names: ReadonlyMap<string, PastName>,
): void {
  for (const [name, { change, files }] of names) {
    const text = JSON.stringify(files);
    store.statement(UPSERT).run(commit, name, change, text, checksum(commit, name, change, text));
  }
}

/** Returns the number of the last recorded change of a document. */
export function findLastChange(store: Store): number {
  return store.findValue<number>(LAST_CHANGE)!;
}

/**
 * Returns the paths of documents that were added, removed or changed after a change, in no
 * particular order.
 */
export function listChangedSince(store: Store, change: number): string[] {
  return store.listRows<[string]>(SELECT_CHANGED, change).map(([path]) => path);
}
