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
import { stateRefused, toStateError } from "./state_error.ts";
import { APPLICATION_ID, prepareState, readVersion } from "./state_schema.ts";
import type { FeatureTables, StateStore } from "./state_store.ts";

/** Name of the state file in the state folder. */
const STATE_FILE = "state.db";

/** Options of {@link openState}. */
export interface OpenStateOptions {
  /** Returns the time in milliseconds since 1970. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** The tables of features. @default none */
  readonly tables?: readonly FeatureTables[] | undefined;
  /** How long to wait for another process that holds the file, in milliseconds. @default 5000 */
  readonly busyMs?: number | undefined;
}

/**
 * Returns the open state in a folder, made when there is none and brought to this version when it is
 * of an earlier one. On a full disk it is a copy in memory, which can be read only.
 *
 * @param folder Absolute path of the state folder; see `openStateDirectory`.
 * @throws {RetrievalError} `state-newer` for one that a newer version wrote, `state-damaged` for what
 * is no state, `state-unwritable`, `state-busy`, `disk-full`. The file is left as it is.
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
          mark: APPLICATION_ID,
          inspect: (connection) => void readVersion(connection),
          refuse: (reason) => stateRefused(path, reason),
          busyMs,
        })), busyMs);
    } catch (error) {
      // There is no room for what a connection needs beside the file, but all that was recorded is in it.
      if (!isDiskFull(error) || hasLog(path)) throw error;
      return open(isEmptyFile(path) ? openDatabase(":memory:") : copyDatabase(path), error);
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
