import {
  checksum,
  Connection,
  copyDatabase,
  FOREIGN,
  hasLog,
  isDiskFull,
  isEmpty,
  markOwnDatabase,
  openDatabase,
  openOwnDatabase,
  openWhenFree,
  RetrievalError,
  toStoreError,
} from "../../../machine/mod.ts";
import {
  findIndexOwner,
  INDEX_APPLICATION_ID,
  INDEX_FINGERPRINT,
  isNewerFingerprint,
} from "./index_identity.ts";
import SCHEMA from "./schema.sql" with { type: "text" };

/**
 * Bytes of a page of the index file. Posting lists are blobs of some kilobytes, and a larger page
 * keeps them out of overflow chains: against 4 KiB it saved a tenth of a cold query at 100k chunks.
 */
const PAGE_BYTES = 8192;

/** Path of an index that is kept in memory only. */
const MEMORY_PATH = ":memory:";

/** Tables that are emptied; what refers to rows of another is emptied before it. */
export type TableName =
  | ("vectors" | "name_vectors" | "parts" | "postings" | "documents" | "segments" | "skipped")
  | ("history_columns" | "history_paths" | "history_postings" | "past_names")
  | ("shared_segments" | "fetched_blocks");

/** Thrown for an index that a newer version of the program keeps: it is left to that one. */
export class NewerIndexError extends Error {}

/**
 * An open index file.
 *
 * All SQL of the index is in this folder, one file for each table.
 */
export class Store extends Connection {
  /** Whether another version of the program had written it, so that it was emptied when it was opened. */
  wasReset = false;

  /** Removes all rows of some tables in their order, in the caller's transaction. */
  empty(...tables: readonly TableName[]): void {
    for (const table of tables) this.execute(`DELETE FROM ${table}`);
  }

  /**
   * Returns a number that changes whenever any connection, this one included, has committed a
   * change. What was read from the index may be kept in memory as long as it stays the same.
   */
  dataVersion(): string {
    const version = this.findValue<number>("PRAGMA data_version");
    return `${version}.${this.findValue<number>("SELECT total_changes()")}`;
  }
}

/**
 * Returns the open index file at `path`, made when it is missing, and emptied when another version of the
 * program wrote it. What is no index of ours is left as it is. On a full disk it is a copy in memory;
 * see `unwritable`.
 *
 * @throws {RetrievalError} `index-unwritable` for a link, and for a database that another program made.
 * @throws {NewerIndexError} For one that a newer version wrote.
 * @throws An error of `node:sqlite` when the file is damaged or can not be opened; see
 * `toStoreError`.
 */
export function openStore(path: string, fingerprint: string = INDEX_FINGERPRINT): Store {
  try {
    return openWhenFree(() => openFile(path, fingerprint));
  } catch (error) {
    if (path === MEMORY_PATH || !isDiskFull(error)) throw error;
    return openCopy(path, fingerprint, error);
  }
}

/**
 * Returns what `work` returns for the open index at `path`, which is closed afterwards.
 *
 * @throws {RetrievalError} What is wrong with the file.
 */
export async function useStore<Result>(
  path: string,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  try {
    using store = openStore(path);
    return await work(store);
  } catch (error) {
    throw toStoreError(error, path);
  }
}

/**
 * Returns a copy of the index where a full disk has no room for what a connection needs beside the file, but
 * all that was indexed is in it.
 */
function openCopy(path: string, fingerprint: string, cause: unknown): Store {
  if (hasLog(path) || isEmpty(path)) throw cause;
  const store = new Store(copyDatabase(path), path, toStoreError(cause, path));
  if (findIndexOwner(store) === "ours" && readFingerprint(store) === fingerprint) return store;
  store[Symbol.dispose]();
  throw cause;
}

function openFile(path: string, fingerprint: string): Store {
  const refuse = (reason: string) =>
    new RetrievalError("index-unwritable", `Cannot use the index "${path}" as ${reason}`);
  const inspect = (connection: Connection) => {
    if (findIndexOwner(connection) === "another") throw refuse(FOREIGN);
  };
  const database = path === MEMORY_PATH
    ? openDatabase(path)
    : openOwnDatabase(path, { mark: INDEX_APPLICATION_ID, inspect, refuse });
  const store = new Store(database, path);
  try {
    markOwnDatabase(store, { mark: INDEX_APPLICATION_ID, layout: `page_size = ${PAGE_BYTES}` });
    // The index can be built again, so a power cut may cost the last batch but never the file.
    store.execute("PRAGMA synchronous = NORMAL");
    const known = readFingerprint(store);
    if (known !== fingerprint) {
      if (known !== undefined && isNewerFingerprint(known, fingerprint)) {
        throw new NewerIndexError();
      }
      store.write(() => reset(store, fingerprint));
      store.wasReset = known !== undefined;
    }
    refuseForeignParts(store);
    return store;
  } catch (error) {
    store[Symbol.dispose]();
    throw error;
  }
}

/** Returns the fingerprint in the index, or undefined when the file holds no index of ours. */
function readFingerprint(store: Store): string | undefined {
  const known = store.findRow("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'");
  return known && store.findValue<string>("SELECT value FROM meta WHERE key = 'fingerprint'");
}

/**
 * Refuses an index with triggers and views that we have not made, as they do what somebody else wants when
 * it is read or written: a repository may hold its index.
 */
function refuseForeignParts(store: Store): void {
  const parts = store.listRows<[name: string, sql: string]>(
    "SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')",
  );
  const foreign = parts.find(([, sql]) => !SCHEMA.includes(sql));
  if (foreign === undefined) return;
  throw new RetrievalError(
    "index-damaged",
    `Cannot use the index "${store.path}" as "${foreign[0]}" in it does not belong to dossier`,
  );
}

/** Drops the tables of an index of ours and makes those of this version, empty. */
function reset(store: Store, fingerprint: string): void {
  // Another process may have done it while this one waited for its turn to write.
  const known = readFingerprint(store);
  if (known === fingerprint) return;
  if (known !== undefined && isNewerFingerprint(known, fingerprint)) throw new NewerIndexError();
  // Tables that refer to others are dropped before those: later ones in the schema refer to earlier.
  const parts = store.listRows<[type: string, name: string]>(
    "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' " +
      "ORDER BY rowid DESC",
  );
  for (const [type, name] of parts) store.execute(`DROP ${type} "${name.replaceAll('"', '""')}"`);
  store.execute(SCHEMA);
  store.statement("INSERT INTO meta (key, value, sum) VALUES ('fingerprint', ?, ?)")
    .run(fingerprint, checksum("fingerprint", fingerprint));
}

/** Removes the index at `path`, as it is damaged; what is no damage but a newer version's stays. */
export function removeDamagedIndex(path: string): void {
  try {
    openStore(path)[Symbol.dispose]();
  } catch (error) {
    if (error instanceof NewerIndexError) return;
  }
  removeIndex(path);
}

/** Removes the index file at `path` with all that belongs to it. */
export function removeIndex(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    try {
      Deno.removeSync(path + suffix);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
