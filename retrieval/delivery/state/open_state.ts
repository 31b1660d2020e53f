import {
  Connection,
  copyDatabase,
  hasLog,
  isDiskFull,
  isEmptyFile,
  openDatabase,
  openOwnDatabase,
  retryWhileBusy,
} from "../../machine/mod.ts";
import type { DatabaseSync } from "node:sqlite";
import { SqliteState } from "./sqlite_state.ts";
import { stateRefusedError, toStateError } from "./state_error.ts";
import { APPLICATION_ID, prepareState, readVersion } from "./state_schema.ts";
import type { FeatureTables, StateStore } from "./state_store.ts";

/** Name of the state file in the state folder. */
const STATE_FILE = "state.db";

/** Options of {@link openState}. */
export interface OpenStateOptions {
  /** Returns the time in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** Tables of features. @default none */
  readonly tables?: readonly FeatureTables[] | undefined;
  /**
   * Maximum time to wait for another process that has locked the file, in milliseconds. @default
   * 5000
   */
  readonly busyMs?: number | undefined;
}

/**
 * Returns the open state in a folder. It is created when it is missing, and migrated when its
 * version is older. On a full disk it is a read-only copy in memory.
 *
 * @param folder Absolute path of the state folder; see `openStateDirectory`.
 * @throws {RetrievalError} `state-newer` for the file of a newer version, `state-damaged` for a
 * file that is not a state, `state-unwritable`, `state-busy`, `disk-full`. The file is not changed.
 */
// deno-lint-ignore require-await -- other stores wait
export async function openState(
  folder: string,
  { now = Date.now, tables = [], busyMs }: OpenStateOptions = {},
): Promise<StateStore> {
  const path = `${folder}/${STATE_FILE}`;
  const open = (database: DatabaseSync, unwritable?: unknown) => {
    const connection = new Connection(database, path, unwritable);
    try {
      prepareState(connection, tables);
      return new SqliteState(connection, { now, tables });
    } catch (error) {
      database.close();
      throw error;
    }
  };
  return withStateErrors(path, () => {
    try {
      return retryWhileBusy(() =>
        open(openOwnDatabase(path, {
          applicationId: APPLICATION_ID,
          inspect: (connection) => void readVersion(connection),
          refuse: (reason) => stateRefusedError(path, reason),
          busyMs,
        })), busyMs);
    } catch (error) {
      // The disk has no space for the files of a connection, but the main file has all records.
      if (!isDiskFull(error) || hasLog(path)) throw error;
      return open(isEmptyFile(path) ? openDatabase(":memory:") : copyDatabase(path), error);
    }
  });
}

/**
 * Returns the open state in a folder, or `undefined` when nothing has been recorded there: no file
 * is created.
 *
 * @param folder Absolute path of the state folder; it need not exist.
 * @throws {RetrievalError} As {@link openState}.
 */
export async function findState(
  folder: string,
  options: OpenStateOptions = {},
): Promise<StateStore | undefined> {
  return hasState(folder) ? await openState(folder, options) : undefined;
}

/** Returns true when something has been recorded in a folder. */
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
