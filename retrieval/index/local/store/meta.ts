import { checksum } from "../../../machine/mod.ts";
import { checkRow } from "./check_row.ts";
import type { Store } from "./open_store.ts";

/** Keys of the values that the index stores about itself. */
export type MetaKey =
  /** Time of the last write, ISO 8601. */
  | "updated_at"
  /** Present once the whole tree has been indexed. */
  | "complete"
  /** Exclusion rules at the last comparison with the tree. */
  | "rules"
  /** Report of git when the index was up to date with the tree; see `git_snapshot.ts`. */
  | "git"
  /** Parsed configuration of the project, with the text that it was parsed from. */
  | "config"
  /** Model of the vectors; missing without vectors. */
  | "embedder"
  /** Present when some chunks may have no vector yet. */
  | "unembedded"
  /** State of the stored commits; see `commits.ts`. */
  | "history";

const SELECT = "SELECT value, sum FROM meta WHERE key = ?";
const UPSERT = `INSERT INTO meta (key, value, sum) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, sum = excluded.sum`;
const DELETE = "DELETE FROM meta WHERE key = ?";

/** Returns the value of `key`, or undefined when there is none. */
export function findMeta(store: Store, key: MetaKey): string | undefined {
  const row = store.findRow<[string, number]>(SELECT, key);
  if (row === undefined) return undefined;
  checkRow(`"${key}" of the index`, row[1], key, row[0]);
  return row[0];
}

/** Writes the value of `key`, or deletes it when it is undefined. */
export function writeMeta(store: Store, key: MetaKey, value: string | undefined): void {
  if (value === undefined) store.statement(DELETE).run(key);
  else store.statement(UPSERT).run(key, value, checksum(key, value));
}
