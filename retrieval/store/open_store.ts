import { DatabaseSync, type StatementSync } from "node:sqlite";
import { isBusy } from "../errors.ts";
import SCHEMA from "./schema.sql" with { type: "text" };

/** How long a write waits for another process to finish its own, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/** How long to wait before another try to open the file, in milliseconds. */
const BUSY_RETRY_MS = 5;

/**
 * Bytes of a page of the index file. Posting lists are blobs of some kilobytes, and a larger page
 * keeps them out of overflow chains: against 4 KiB it saved a tenth of a cold query at 100k chunks.
 */
const PAGE_BYTES = 8192;

/** Options of {@link openStore}. */
export interface OpenStoreOptions {
  /**
   * What the index was written by; an index with another fingerprint is emptied on opening.
   */
  readonly fingerprint: string;
}

/**
 * An open index file: one SQLite connection, its statements and its transactions.
 *
 * All SQL is in this folder, one file for each table.
 */
export class Store implements Disposable {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Path of the index file. */
  readonly path: string;

  /** Takes over an open connection; use {@link openStore}. */
  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.path = path;
  }

  /** Returns the prepared statement for `sql`, made at the first call. Rows come as arrays. */
  statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  /** Runs one statement without parameters and results. */
  execute(sql: string): void {
    this.#database.exec(sql);
  }

  /**
   * Runs `body` in a write transaction and returns what it returns. What it wrote is kept only when
   * it returns; whatever it throws is thrown again after undoing its writes.
   */
  write<Result>(body: () => Result): Result {
    return this.#transaction("BEGIN IMMEDIATE", body);
  }

  /** Runs `body` in a read transaction: it sees one state of the index throughout. */
  read<Result>(body: () => Result): Result {
    return this.#transaction("BEGIN", body);
  }

  #transaction<Result>(begin: string, body: () => Result): Result {
    this.#database.exec(begin);
    try {
      const result = body();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      // A full disk or a damaged file has rolled back by itself already.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  /** Removes all documents and all that belongs to them, in the caller's transaction. */
  clear(): void {
    for (const table of ["vectors", "postings", "documents", "segments", "skipped"]) {
      this.execute(`DELETE FROM ${table}`);
    }
  }

  /**
   * Returns a number that changes whenever any connection, this one included, has committed a
   * change. What was read from the index may be kept in memory as long as it stays the same.
   */
  dataVersion(): string {
    const row = this.statement("PRAGMA data_version").get() as unknown as [number];
    return `${row[0]}.${this.#totalChanges()}`;
  }

  #totalChanges(): number {
    return (this.statement("SELECT total_changes()").get() as unknown as [number])[0];
  }

  /** Closes the connection. Closing twice does no harm. */
  [Symbol.dispose](): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }
}

/**
 * Returns the open index file at `path`, made when it is missing, and emptied when it was written
 * under another fingerprint.
 *
 * @throws An error of `node:sqlite` when the file is damaged or can not be opened; see
 * `toStoreError`.
 */
export function openStore(path: string, { fingerprint }: OpenStoreOptions): Store {
  const options = {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    // A row as an array takes half the time of one as an object.
    returnArrays: true,
  };
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    const database = new DatabaseSync(path, options);
    const store = new Store(database, path);
    try {
      database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
      database.exec("PRAGMA journal_mode = WAL");
      // The index can be built again, so a power cut may cost the last batch but never the file.
      database.exec("PRAGMA synchronous = NORMAL");
      if (readFingerprint(store) !== fingerprint) store.write(() => reset(store, fingerprint));
      return store;
    } catch (error) {
      store[Symbol.dispose]();
      // SQLite does not wait by itself when two connections turn a new file to WAL at once.
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      sleep(BUSY_RETRY_MS);
    }
  }
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Returns the fingerprint in the index, or undefined when the file holds no index of ours. */
function readFingerprint(store: Store): string | undefined {
  const known = store.statement(
    "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'",
  )
    .get();
  if (known === undefined) return undefined;
  const row = store.statement("SELECT value FROM meta WHERE key = 'fingerprint'").get();
  return (row as unknown as [string] | undefined)?.[0];
}

/** Drops whatever tables the file holds and makes ours, empty. */
function reset(store: Store, fingerprint: string): void {
  // Another process may have done it while this one waited for its turn to write.
  if (readFingerprint(store) === fingerprint) return;
  // Tables that refer to others are dropped before those: later ones in the schema refer to earlier.
  const tables = store.statement(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid DESC",
  ).all() as unknown as [string][];
  for (const [name] of tables) store.execute(`DROP TABLE "${name.replaceAll('"', '""')}"`);
  store.execute(SCHEMA);
  store.statement("INSERT INTO meta (key, value) VALUES ('fingerprint', ?)").run(fingerprint);
}

/** Removes the index file at `path` with all that belongs to it. */
export function removeStore(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) {
    try {
      Deno.removeSync(path + suffix);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
