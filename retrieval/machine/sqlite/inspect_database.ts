import type { DatabaseSync } from "node:sqlite";
import { isDamage, RetrievalError } from "../errors.ts";
import { Connection, openDatabase } from "./connection.ts";
import { copyDatabase, databaseBytes } from "./copy_database.ts";

/** State of a SQLite file. */
export interface DatabaseHealth<Facts> {
  readonly path: string;
  /**
   * Condition of the file: `sound` when it is as expected; `foreign` for a link, a special file or
   * another program's file; `large` when it is too large to be checked quickly.
   */
  readonly condition: "missing" | "sound" | "foreign" | "damaged" | "unreadable" | "large";
  /** Size in bytes, including the write-ahead log for a database of ours. */
  readonly bytes: number;
  readonly facts?: Facts;
}

/** Options of inspecting a database. */
export interface InspectOptions {
  /** True to check the whole file, even if it is large and this takes long. @default false */
  readonly isThorough?: boolean | undefined;
}

/**
 * Maximum size in bytes of a file that is checked without `isThorough`. Checking a larger file
 * takes more than one or two seconds.
 */
const MAX_CHECKED_BYTES = 256 * 1024 * 1024;

/**
 * Returns the health of the SQLite file at `path`, without changing it or creating files beside it.
 *
 * @param readFacts Reads facts from the file; returns undefined when the file is not ours. Errors
 * about damage make the condition `damaged`.
 */
export function inspectDatabase<Facts>(
  path: string,
  readFacts: (connection: Connection) => Facts | undefined,
  { isThorough = false }: InspectOptions = {},
): DatabaseHealth<Facts> {
  let bytes = 0;
  try {
    const file = Deno.lstatSync(path);
    bytes = file.size;
    // Opening a pipe would wait, and a link may lead to another program's file.
    if (!file.isFile) return { path, condition: "foreign", bytes };
    if (bytes === 0) return { path, condition: "missing", bytes };
    bytes = databaseBytes(path);
    if (bytes > MAX_CHECKED_BYTES && !isThorough) return { path, condition: "large", bytes };
    using connection = new Connection(openWithoutFiles(path), path);
    const check = `PRAGMA ${isThorough ? "integrity_check" : "quick_check"}(1)`;
    const [verdict] = connection.statement(check).get() as unknown as [string];
    if (verdict !== "ok") return { path, condition: "damaged", bytes };
    const facts = readFacts(connection);
    return facts === undefined
      ? { path, condition: "foreign", bytes }
      : { path, condition: "sound", bytes, facts };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return { path, condition: "missing", bytes };
    }
    const isAltered = error instanceof RetrievalError && error.code === "state-damaged";
    return { path, condition: isAltered || isDamage(error) ? "damaged" : "unreadable", bytes };
  }
}

/**
 * Opens a connection that creates no files. Even a read-only connection creates the files of a
 * missing log and leaves them. So a file without a log is read into memory, as it is complete then.
 */
function openWithoutFiles(path: string): DatabaseSync {
  const hasLog = [`${path}-wal`, `${path}-shm`].every(isFile);
  return hasLog ? openDatabase(path, { readOnly: true }) : copyDatabase(path);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
