import {
  checksum,
  Connection,
  copyDatabase,
  FOREIGN_DATABASE,
  hasLog,
  isDiskFull,
  isEmptyFile,
  openDatabase,
  openOwnDatabase,
  RetrievalError,
  retryWhileBusy,
  toStoreError,
  writeApplicationId,
} from "../../../machine/mod.ts";
import {
  findIndexOwner,
  INDEX_APPLICATION_ID,
  INDEX_FINGERPRINT,
  isNewerFingerprint,
} from "./index_identity.ts";
import SCHEMA from "./schema.sql" with { type: "text" };

/**
 * Page size of the index file in bytes. Posting lists are blobs of some kilobytes, and larger pages
 * keep them out of overflow chains: compared with 4 KiB, a cold query of 100,000 chunks takes a
 * tenth less time.
 */
const PAGE_BYTES = 8192;

/** Path of an index in memory. */
const MEMORY_PATH = ":memory:";

/**
 * Tables that are emptied. A table with references is emptied before the tables that it refers to.
 */
export type TableName =
  | ("vectors" | "name_vectors" | "parts" | "postings" | "documents" | "segments" | "skipped")
  | ("history_columns" | "history_paths" | "history_postings" | "past_names")
  | ("shared_segments" | "fetched_blocks");

/** Thrown for an index of a newer version of the program, which is left alone. */
export class NewerIndexError extends Error {}

/**
 * Open index file.
 *
 * All SQL of the index is in this folder, with one file for each table.
 */
export class Store extends Connection {
  /**
   * True when another version of the program had written the index, so that it was emptied on
   * opening.
   */
  wasReset = false;

  /** Deletes all rows of some tables in order, in the caller's transaction. */
  empty(...tables: readonly TableName[]): void {
    for (const table of tables) this.execute(`DELETE FROM ${table}`);
  }

  /**
   * Returns a text that changes whenever a connection, including this one, commits a change. Values
   * read from the index may be cached while it stays the same.
   */
  dataVersion(): string {
    const version = this.findValue<number>("PRAGMA data_version");
    return `${version}.${this.findValue<number>("SELECT total_changes()")}`;
  }
}

/**
 * Opens the index file at `path` and returns it. A missing file is created, and an index of another
 * version of the program is emptied. Files of other programs stay unchanged. On a full disk the
 * result is a copy in memory; see `readOnlyError`.
 *
 * @throws {RetrievalError} `index-unwritable` for a link, and for a database of another program.
 * @throws {NewerIndexError} For an index of a newer version.
 * @throws An error of `node:sqlite` when the file is damaged or cannot be opened; see
 * `toStoreError`.
 */
export function openStore(path: string, fingerprint: string = INDEX_FINGERPRINT): Store {
  try {
    return retryWhileBusy(() => openFile(path, fingerprint));
  } catch (error) {
    if (path === MEMORY_PATH || !isDiskFull(error)) throw error;
    return openCopy(path, fingerprint, error);
  }
}

/**
 * Returns the result of `work` on the open index at `path`, which is closed afterwards.
 *
 * @throws {RetrievalError} Problem of the file.
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
 * Returns a copy of the index in memory, for a full disk without space for the files of a
 * connection. All indexed content must be in the main file.
 */
function openCopy(path: string, fingerprint: string, cause: unknown): Store {
  if (hasLog(path) || isEmptyFile(path)) throw cause;
  const store = new Store(copyDatabase(path), path, toStoreError(cause, path));
  if (findIndexOwner(store) === "ours" && readFingerprint(store) === fingerprint) return store;
  store[Symbol.dispose]();
  throw cause;
}

function openFile(path: string, fingerprint: string): Store {
  const refuse = (reason: string) =>
    new RetrievalError("index-unwritable", `Cannot use the index "${path}" as ${reason}`);
  const inspect = (connection: Connection) => {
    if (findIndexOwner(connection) === "another") throw refuse(FOREIGN_DATABASE);
  };
  const database = path === MEMORY_PATH
    ? openDatabase(path)
    : openOwnDatabase(path, { applicationId: INDEX_APPLICATION_ID, inspect, refuse });
  const store = new Store(database, path);
  try {
    writeApplicationId(store, {
      applicationId: INDEX_APPLICATION_ID,
      layout: `page_size = ${PAGE_BYTES}`,
    });
    // The index can be rebuilt, so losing the last batch in a power failure is acceptable, but not
    // damaging the file.
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

/** Returns the fingerprint in the index; undefined when the file is not an index of ours. */
function readFingerprint(store: Store): string | undefined {
  const known = store.findRow("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'");
  return known && store.findValue<string>("SELECT value FROM meta WHERE key = 'fingerprint'");
}

/**
 * Refuses an index with triggers or views that are not ours, as they would run when the index is
 * read or written: a repository may contain an index of another author.
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

/** Drops the tables of an index of ours and creates empty tables of this version. */
function reset(store: Store, fingerprint: string): void {
  // Another process may have done so while this one waited for its turn to write.
  const known = readFingerprint(store);
  if (known === fingerprint) return;
  if (known !== undefined && isNewerFingerprint(known, fingerprint)) throw new NewerIndexError();
  // Tables that refer to others are dropped first: later tables of the schema refer to earlier
  // ones.
  const parts = store.listRows<[type: string, name: string]>(
    "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' " +
      "ORDER BY rowid DESC",
  );
  for (const [type, name] of parts) store.execute(`DROP ${type} "${name.replaceAll('"', '""')}"`);
  store.execute(SCHEMA);
  store.statement("INSERT INTO meta (key, value, sum) VALUES ('fingerprint', ?, ?)")
    .run(fingerprint, checksum("fingerprint", fingerprint));
}

/** Deletes the damaged index at `path`. The index of a newer version is not damaged, and stays. */
export function removeDamagedIndex(path: string): void {
  try {
    openStore(path)[Symbol.dispose]();
  } catch (error) {
    if (error instanceof NewerIndexError) return;
  }
  removeIndex(path);
}

/** Deletes the index file at `path` with the files of SQLite beside it. */
export function removeIndex(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    try {
      Deno.removeSync(path + suffix);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
