// deno-lint-ignore-file require-await -- the interface is asynchronous, as other stores wait

import {
  Connection,
  copyDatabase,
  fileCondition,
  hasLog,
  isDiskFull,
  isEmpty,
  markOwnDatabase,
  openDatabase,
  openOwnDatabase,
  openWhenFree,
} from "../../machine/mod.ts";
import type { DatabaseSync } from "node:sqlite";
import SCHEMA from "./schema.sql" with { type: "text" };
import OUTBOX from "./outbox.sql" with { type: "text" };
import TIERS from "./tiers.sql" with { type: "text" };
import type { ColumnValue } from "../../machine/mod.ts";
import { stateError, stateRefused, toStateError } from "./state_error.ts";
import type { Sql, SqlValue, StateStore } from "./state_store.ts";

/** Name of the state file in the state folder. */
const STATE_FILE = "state.db";

/** Marks a SQLite file as a state of ours: "dsst" in ASCII. */
export const APPLICATION_ID = 0x64737374;

/** What `PRAGMA auto_vacuum` says of a file whose free pages can be given back some at a time. */
const INCREMENTAL = 2;

/** The version of the tables, which the file says. */
export const STATE_VERSION = 13;

/** The last version before, of which only the outbox is missing. */
const WITHOUT_OUTBOX = 12;

/** Options of {@link openState}. */
export interface OpenStateOptions {
  /** Returns the time in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** The tables of features. @default none but those of tiers */
  readonly tables?: readonly FeatureTables[] | undefined;
}

/** The tables that a feature has in the state. */
export interface FeatureTables {
  /** Its name. */
  readonly name: string;
  /** What makes them of each version from those of the one before, the first from nothing. */
  readonly migrations?: readonly string[] | undefined;
}

/** What tiers of context gave, of which sessions and logs tell as well. */
const TIER_TABLES: FeatureTables = { name: "tiers", migrations: [TIERS] };

/** Settled when the last transaction that was asked for is done, by the file that it is of. */
const TURNS = new Map<string, Promise<unknown>>();

/** Runs `work` when all that was asked for of the same file before is done: one thread can not wait for itself. */
function inTurn<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (TURNS.get(path) ?? Promise.resolve()).then(work);
  const settled = turn.catch(() => {}).finally(() => {
    if (TURNS.get(path) === settled) TURNS.delete(path);
  });
  TURNS.set(path, settled);
  return turn;
}

/** A state in a SQLite file. */
class SqliteState implements StateStore {
  readonly now: () => number;
  readonly #connection: Connection;
  readonly #sql: Sql;

  /** Takes over an open connection; use {@link openState}. */
  constructor(connection: Connection, now: () => number) {
    this.#connection = connection;
    this.#sql = new SqliteSql(connection);
    this.now = now;
  }

  get path(): string {
    return this.#connection.path;
  }

  get isInPlace(): boolean {
    return this.#connection.isInPlace;
  }

  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const { unwritable } = this.#connection;
    if (unwritable !== undefined) return Promise.reject(toStateError(unwritable, this.path));
    return this.#transact("BEGIN IMMEDIATE", work);
  }

  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
    return this.#transact("BEGIN", work);
  }

  instant(milliseconds: number): string {
    return this.#trust(() => new Date(milliseconds).toISOString());
  }

  parse<Value>(json: string): Value {
    return this.#trust(() => JSON.parse(json));
  }

  compact(): Promise<boolean> {
    return inTurn(this.path, () => Promise.resolve(compactDatabase(this.#connection)));
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]();
  }

  #transact<Result>(begin: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
    const connection = this.#connection;
    return inTurn(this.path, async () => {
      try {
        connection.execute(begin);
        try {
          const result = await work(this.#sql);
          connection.execute("COMMIT");
          return result;
        } catch (error) {
          connection.rollBack();
          throw error;
        }
      } catch (error) {
        throw toStateError(this.#unlessNewer(error), this.path);
      }
    });
  }

  /** Returns what went wrong; that a newer version has brought the file to its own since, if that is it. */
  #unlessNewer(error: unknown): unknown {
    if (fileCondition(error) !== "damaged") return error;
    try {
      readVersion(this.#connection);
      return error;
    } catch (newer) {
      return newer;
    }
  }

  /** Runs `body`, which fails only when there is something in the file that we have not written. */
  #trust<Value>(body: () => Value): Value {
    try {
      return body();
    } catch (error) {
      throw stateError("damaged", this.path, { cause: error });
    }
  }
}

/** The statements of a SQLite connection. */
class SqliteSql implements Sql {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async all<Row extends object>(sql: string, ...values: readonly SqlValue[]): Promise<Row[]> {
    const rows = await this.table(sql, ...values);
    const names = this.#connection.statement(sql).columns().map(({ name }) => name);
    return rows.map((values) => {
      const row: Record<string, unknown> = {};
      values.forEach((value, at) => {
        if (value !== null) row[names[at]!] = value;
      });
      return row as Row;
    });
  }

  async get<Row extends object>(sql: string, ...values: readonly SqlValue[]) {
    return (await this.all<Row>(sql, ...values))[0];
  }

  async value<Value extends string | number>(sql: string, ...values: readonly SqlValue[]) {
    return ((await this.table(sql, ...values))[0]?.[0] ?? undefined) as Value | undefined;
  }

  // Asynchronous, so that what it throws is a rejection.
  async table(sql: string, ...values: readonly SqlValue[]): Promise<readonly ColumnValue[][]> {
    return this.#connection.listRows<ColumnValue[]>(sql, ...values);
  }

  async run(sql: string, ...values: readonly SqlValue[]) {
    const { changes, lastInsertRowid } = this.#connection.statement(sql).run(...values);
    return { changes: Number(changes), added: Number(lastInsertRowid) };
  }
}

/**
 * Returns the open state in a folder, made when there is none and brought to this version when it is
 * of an earlier one. On a full disk it is a copy in memory, which can be read only.
 *
 * @param folder Absolute path of the state folder; see `openStateDirectory`.
 * @throws {RetrievalError} `state-newer` for one that a newer version wrote, `state-damaged` for what
 * is no state, `state-unwritable`, `state-busy`, `disk-full`. The file is left as it is.
 */
export async function openState(
  folder: string,
  { now = Date.now, tables = [] }: OpenStateOptions = {},
): Promise<StateStore> {
  const path = `${folder}/${STATE_FILE}`;
  const open = (database: DatabaseSync, unwritable?: unknown) => {
    const connection = new Connection(database, path, unwritable);
    try {
      prepare(connection, [TIER_TABLES, ...tables]);
      return new SqliteState(connection, now);
    } catch (error) {
      database.close();
      throw error;
    }
  };
  return withStateErrors(path, () => {
    try {
      return openWhenFree(() =>
        open(openOwnDatabase(path, {
          mark: APPLICATION_ID,
          inspect: (connection) => void readVersion(connection),
          refuse: (reason) => stateRefused(path, reason),
        }))
      );
    } catch (error) {
      // There is no room for what a connection needs beside the file, but all that was recorded is in it.
      if (!isDiskFull(error) || hasLog(path)) throw error;
      return open(isEmpty(path) ? openDatabase(":memory:") : copyDatabase(path), error);
    }
  });
}

/**
 * Returns the open state in a folder, or undefined when nothing has been recorded there: none is made.
 *
 * @param folder Absolute path of the state folder; it need not exist.
 * @throws {RetrievalError} What {@link openState} throws.
 */
export async function findState(
  folder: string,
  options: OpenStateOptions = {},
): Promise<StateStore | undefined> {
  return hasState(folder) ? await openState(folder, options) : undefined;
}

/** Returns whether something has been recorded in a folder. */
export function hasState(folder: string): boolean {
  const path = `${folder}/${STATE_FILE}`;
  return withStateErrors(path, () => statOrUndefined(path)) !== undefined;
}

function withStateErrors<Result>(path: string, body: () => Result): Result {
  try {
    return body();
  } catch (error) {
    throw toStateError(error, path);
  }
}

function statOrUndefined(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Returns the version of an open state file, 0 for a new one; refuses newer ones, other files, and those of unreleased
 * versions that nobody has any more.
 */
function readVersion(connection: Connection): number {
  const applicationId = readNumber(connection, "PRAGMA application_id");
  const version = readNumber(connection, "PRAGMA user_version");
  const isOurs = applicationId === APPLICATION_ID ||
    (applicationId === 0 && version === 0 &&
      readNumber(connection, "SELECT count(*) FROM sqlite_schema") === 0);
  if (!isOurs) throw stateError("damaged", connection.path);
  if (version > STATE_VERSION) throw stateError("newer", connection.path);
  if (version !== 0 && version < WITHOUT_OUTBOX) throw stateError("unreleased", connection.path);
  return version;
}

function readNumber(connection: Connection, sql: string): number {
  return (connection.statement(sql).get() as unknown as [number])[0];
}

/** Sets the connection up, and brings the file to this version, with the tables of features. */
function prepare(connection: Connection, tables: readonly FeatureTables[]): void {
  // Before anything is written, and in one transaction as others may be about to make the tables.
  const isCurrent = () =>
    readVersion(connection) === STATE_VERSION &&
    listMigrations(connection, tables).length === 0;
  const isDone = connection.read(isCurrent);
  // The room of what is pruned can then be given back bit by bit.
  const layout = `auto_vacuum = ${INCREMENTAL}`;
  markOwnDatabase(connection, { mark: APPLICATION_ID, layout });
  // What is acknowledged was given to an agent, and must still be known after a power cut: unlike the
  // index, it can not be made again.
  connection.execute("PRAGMA synchronous = FULL");
  if (isDone) return;
  connection.write(() => {
    // Another process may have done it while this one waited for its turn to write.
    const version = readVersion(connection);
    if (version === 0) connection.execute(SCHEMA);
    if (version < STATE_VERSION) connection.execute(OUTBOX);
    connection.execute(`PRAGMA user_version = ${STATE_VERSION}`);
    for (const { name, sql, newest } of listMigrations(connection, tables)) {
      for (const migration of sql) connection.execute(migration);
      connection.statement(UPSERT_FEATURE).run(name, newest);
    }
  });
}

const SELECT_FEATURES = "SELECT feature, version FROM feature_versions";
const UPSERT_FEATURE = "INSERT OR REPLACE INTO feature_versions (feature, version) VALUES (?, ?)";

/** Returns the migrations of features that a file has not gone through, and refuses one of newer features. */
function listMigrations(connection: Connection, tables: readonly FeatureTables[]) {
  const versions = new Map(connection.listRows<[string, number]>(SELECT_FEATURES));
  return tables.flatMap(({ name, migrations }) => {
    if (migrations === undefined) return [];
    const version = versions.get(name) ?? 0;
    if (version > migrations.length) throw stateError("newer", connection.path);
    const sql = migrations.slice(version);
    return sql.length === 0 ? [] : [{ name, sql, newest: migrations.length }];
  });
}

/** Pages that are given back at once, in less than a tenth of a second, so that others write in between. */
const STEP_PAGES = 2000;

/**
 * Gives the room of what was deleted back to the disk, and returns whether it could: a full disk or
 * another process that holds the file is in the way, or that it was made by a version that did not prepare for it.
 */
function compactDatabase(connection: Connection): boolean {
  try {
    if (readNumber(connection, "PRAGMA auto_vacuum") !== INCREMENTAL) return false;
    while (readNumber(connection, "PRAGMA freelist_count") > 0) {
      // As a query, as `exec` of the runtime gives back a single page.
      connection.statement(`PRAGMA incremental_vacuum(${STEP_PAGES})`).all();
    }
    // Only this makes the file itself smaller.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    return true;
  } catch (error) {
    const condition = fileCondition(error);
    if (condition === "busy" || condition === "full") return false;
    throw toStateError(error, connection.path);
  }
}
