import type { Store } from "./open_store.ts";

const SELECT = `SELECT name, found FROM past_names
  WHERE "commit" = ? AND name IN (SELECT value FROM json_each(?))`;
const UPSERT = `INSERT INTO past_names ("commit", name, found) VALUES (?, ?, ?)
  ON CONFLICT ("commit", name) DO UPDATE SET found = excluded.found`;
const DELETE_ALL = "DELETE FROM past_names";

/** Returns whether the tree of a commit had each of some names; those not looked up yet are left out. */
export function findPastNames(
  store: Store,
  commit: string,
  names: readonly string[],
): Map<string, boolean> {
  const rows = store.statement(SELECT).all(commit, JSON.stringify(names)) as unknown as [
    string,
    number,
  ][];
  return new Map(rows.map(([name, found]) => [name, found === 1]));
}

/** Writes down whether the tree of a commit had each of some names. */
export function writePastNames(
  store: Store,
  commit: string,
  names: ReadonlyMap<string, boolean>,
): void {
  for (const [name, found] of names) store.statement(UPSERT).run(commit, name, found ? 1 : 0);
}

/** Forgets all of them. */
export function deletePastNames(store: Store): void {
  store.statement(DELETE_ALL).run();
}
