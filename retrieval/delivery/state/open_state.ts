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
import SESSIONS_AND_RECORDS from "./migrations/1_sessions_and_records.sql" with { type: "text" };
import SHARED_TEXTS from "./migrations/2_shared_texts.sql" with { type: "text" };
import PRUNING from "./migrations/3_pruning.sql" with { type: "text" };
import WITHDRAWN from "./migrations/4_withdrawn.sql" with { type: "text" };
import FRAGMENTS from "./migrations/5_fragments.sql" with { type: "text" };
import TIERS from "./migrations/6_tiers.sql" with { type: "text" };
import PRUNED_TIERS from "./migrations/7_pruned_tiers.sql" with { type: "text" };
import TIERS_OF_RECORDS from "./migrations/8_tiers_of_records.sql" with { type: "text" };
import HOSTS from "./migrations/9_hosts.sql" with { type: "text" };
import PROJECT_MARKS from "./migrations/10_project_marks.sql" with { type: "text" };
import LATE_ACTIVITY from "./migrations/11_late_activity.sql" with { type: "text" };
import RECORD_SUMS from "./migrations/12_record_sums.sql" with { type: "text" };
import { stateError, stateRefused, toStateError } from "./state_error.ts";

/** Name of the state file in the state folder. */
const STATE_FILE = "state.db";

/** Marks a SQLite file as a state of ours: "dsst" in ASCII. */
export const APPLICATION_ID = 0x64737374;

/** What `PRAGMA auto_vacuum` says of a file whose free pages can be given back some at a time. */
export const INCREMENTAL = 2;

/**
 * What makes the tables of each version from those of the one before, the first from nothing. A released
 * one is never changed: states out there have gone through it.
 */
export const STATE_MIGRATIONS: readonly string[] = [
  SESSIONS_AND_RECORDS,
  SHARED_TEXTS,
  PRUNING,
  WITHDRAWN,
  FRAGMENTS,
  TIERS,
  PRUNED_TIERS,
  TIERS_OF_RECORDS,
  HOSTS,
  PROJECT_MARKS,
  LATE_ACTIVITY,
  RECORD_SUMS,
];

/** Options of {@link openState}. */
export interface OpenStateOptions {
  /** Returns the time in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** What makes each version from the one before. @default STATE_MIGRATIONS */
  readonly migrations?: readonly string[] | undefined;
}

/**
 * The open state file: what can not be made again from the tree, so nothing ever deletes or empties
 * it.
 *
 * All SQL of the state is in this folder.
 */
export class State extends Connection {
  /** Returns the time in milliseconds since 1970. */
  readonly now: () => number;
  readonly #newest: number;

  /** Takes over an open connection; use {@link openState}. */
  constructor(
    database: DatabaseSync,
    path: string,
    { now, newest, unwritable }: {
      readonly now: () => number;
      readonly newest: number;
      readonly unwritable?: unknown;
    },
  ) {
    super(database, path, unwritable);
    this.now = now;
    this.#newest = newest;
  }

  /**
   * As of any connection; what is wrong with the file, or keeps it from being written, is thrown as a
   * {@link RetrievalError}.
   */
  override write<Result>(body: () => Result): Result {
    if (this.unwritable !== undefined) throw toStateError(this.unwritable, this.path);
    return withStateErrors(this.path, () => this.#unlessNewer(() => super.write(body)));
  }

  /** As of any connection; what is wrong with the file is thrown as a {@link RetrievalError}. */
  override read<Result>(body: () => Result): Result {
    return withStateErrors(this.path, () => this.#unlessNewer(() => super.read(body)));
  }

  /** Returns the rows of a query by the names of their columns, without what is NULL. */
  rows<Row extends object>(sql: string, ...values: readonly (string | number)[]): Row[] {
    const statement = this.statement(sql);
    const names = statement.columns().map(({ name }) => name);
    return (statement.all(...values) as unknown as unknown[][]).map((values) => {
      const row: Record<string, unknown> = {};
      values.forEach((value, at) => {
        if (value !== null) row[names[at]!] = value;
      });
      return row as Row;
    });
  }

  /** Returns a time that is in the file as an ISO 8601 instant. */
  instant(milliseconds: number): string {
    return this.#trust(() => new Date(milliseconds).toISOString());
  }

  /**
   * Returns the value of JSON that is in the file, whose type is taken on trust: only we write there.
   *
   * @throws {RetrievalError} `state-damaged` when it is none.
   */
  parse<Value>(json: string): Value {
    return this.#trust(() => JSON.parse(json));
  }

  /** Runs `body`; when it fails on a file that a newer version has brought to its own since, says so. */
  #unlessNewer<Result>(body: () => Result): Result {
    try {
      return body();
    } catch (error) {
      if (fileCondition(error) === "damaged") readVersion(this, this.#newest);
      throw error;
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

/**
 * Returns the open state in a folder, made when there is none and brought to this version when it is
 * of an earlier one. On a full disk it is a copy in memory, which can be read only.
 *
 * @param folder Absolute path of the state folder; see `openStateDirectory`.
 * @throws {RetrievalError} `state-newer` for one that a newer version wrote, `state-damaged` for what
 * is no state, `state-unwritable`, `state-busy`, `disk-full`. The file is left as it is.
 */
export function openState(
  folder: string,
  { now = Date.now, migrations = STATE_MIGRATIONS }: OpenStateOptions = {},
): State {
  const path = `${folder}/${STATE_FILE}`;
  const open = (database: DatabaseSync, unwritable?: unknown) => {
    try {
      prepare(new Connection(database, path), migrations);
      return new State(database, path, { now, newest: migrations.length, unwritable });
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
          inspect: (connection) => void readVersion(connection, migrations.length),
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
export function findState(folder: string, options: OpenStateOptions = {}): State | undefined {
  return hasState(folder) ? openState(folder, options) : undefined;
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

/** Returns the version of an open state file, 0 for a new one; refuses newer ones and other files. */
function readVersion(connection: Connection, newest: number): number {
  const applicationId = readNumber(connection, "PRAGMA application_id");
  const version = readNumber(connection, "PRAGMA user_version");
  const isOurs = applicationId === APPLICATION_ID ||
    (applicationId === 0 && version === 0 &&
      readNumber(connection, "SELECT count(*) FROM sqlite_schema") === 0);
  if (!isOurs) throw stateError("damaged", connection.path);
  if (version > newest) throw stateError("newer", connection.path);
  return version;
}

function readNumber(connection: Connection, sql: string): number {
  return (connection.statement(sql).get() as unknown as [number])[0];
}

/** Sets the connection up, and brings the file to the newest version. */
function prepare(connection: Connection, migrations: readonly string[]): void {
  const newest = migrations.length;
  // Before anything is written, and in one transaction as others may be about to make the tables.
  const version = connection.read(() => readVersion(connection, newest));
  // The room of what is pruned can then be given back bit by bit.
  const layout = `auto_vacuum = ${INCREMENTAL}`;
  markOwnDatabase(connection, { mark: APPLICATION_ID, layout });
  // What is acknowledged was given to an agent, and must still be known after a power cut: unlike the
  // index, it can not be made again.
  connection.execute("PRAGMA synchronous = FULL");
  if (version === newest) return;
  connection.write(() => {
    // Another process may have done it while this one waited for its turn to write.
    const done = readVersion(connection, newest);
    for (const migration of migrations.slice(done)) connection.execute(migration);
    connection.execute(`PRAGMA user_version = ${newest}`);
  });
}
