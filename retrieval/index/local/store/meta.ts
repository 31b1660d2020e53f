import { checksum } from "../../../machine/mod.ts";
import { checkRow } from "./check_row.ts";
import type { Store } from "./open_store.ts";

/** Names of the values that the index keeps about itself. */
export type MetaKey =
  /** When the index was last written, ISO 8601. */
  | "updated_at"
  /** Present once the whole tree has been indexed. */
  | "complete"
  /** The exclusion rules at the last scan of the files. */
  | "rules"
  /** What git said of the tree when the index was in line with it; see `git_snapshot.ts`. */
  | "git"
  /** The project's configuration as parsed, by the text it was parsed from. */
  | "config"
  /** The model of the vectors; missing when there are none. */
  | "embedder"
  /** Present when some chunks may have no vector yet. */
  | "unembedded"
  /** Which commits were read; see `commits.ts`. */
  | "history";

const SELECT = "SELECT value, sum FROM meta WHERE key = ?";
const UPSERT = `INSERT INTO meta (key, value, sum) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, sum = excluded.sum`;
const DELETE = "DELETE FROM meta WHERE key = ?";

/** Returns the value under `key`, or undefined when none was written. */
export function findMeta(store: Store, key: MetaKey): string | undefined {
  const row = store.findRow<[string, number]>(SELECT, key);
  if (row === undefined) return undefined;
  checkRow(`"${key}" of the index`, row[1], key, row[0]);
  return row[0];
}

/** Writes the value under `key` in place of an earlier one, or forgets that when it is undefined. */
export function writeMeta(store: Store, key: MetaKey, value: string | undefined): void {
  if (value === undefined) store.statement(DELETE).run(key);
  else store.statement(UPSERT).run(key, value, checksum(key, value));
}
