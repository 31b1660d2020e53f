import type { PastName } from "../../index_reader.ts";
import { checksum } from "../../../machine/mod.ts";
import type { Store } from "./open_store.ts";

const SELECT = `SELECT name, change, files FROM past_names
  WHERE "commit" = ? AND name IN (SELECT value FROM json_each(?))`;
const UPSERT = `INSERT OR REPLACE INTO past_names ("commit", name, change, files, sum)
  VALUES (?, ?, ?, ?, ?)`;
const LAST_CHANGE = "SELECT coalesce(max(change), 0) FROM changed_paths";
const SELECT_CHANGED = "SELECT path FROM changed_paths WHERE change > ?";

/** Returns where the tree of a commit had each of some names; those not looked up yet are left out. */
export function findPastNames(
  store: Store,
  commit: string,
  names: readonly string[],
): Map<string, PastName> {
  const rows = store.listRows<[string, number, string]>(SELECT, commit, JSON.stringify(names));
  return new Map(rows.map(([name, change, files]) => [name, { change, files: JSON.parse(files) }]));
}

/** Writes down where the tree of a commit had each of some names. */
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

/** Returns the number of the last change of a document that was noted. */
export function findLastChange(store: Store): number {
  return store.findValue<number>(LAST_CHANGE)!;
}

/** Returns the paths of the documents that came, went or changed after a change, in no order. */
export function listChangedSince(store: Store, change: number): string[] {
  return store.listRows<[string]>(SELECT_CHANGED, change).map(([path]) => path);
}
