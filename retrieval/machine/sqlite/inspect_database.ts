import type { DatabaseSync } from "node:sqlite";
import { isDamage, RetrievalError } from "../errors.ts";
import { Connection, openDatabase } from "./connection.ts";
import { copyDatabase, databaseBytes } from "./copy_database.ts";

/** A SQLite file as it was found. */
export interface DatabaseHealth<Facts> {
  readonly path: string;
  /**
   * What the look has shown: `sound` when it holds what it should, `foreign` for a link, no regular file, or
   * another program's, `large` when it is too large to be looked through in passing.
   */
  readonly condition: "missing" | "sound" | "foreign" | "damaged" | "unreadable" | "large";
  /** Size of the file in bytes, with its write-ahead log; of what is no file of ours its own. */
  readonly bytes: number;
  readonly facts?: Facts;
}

/** How a database is looked at. */
export interface InspectOptions {
  /** Whether all of the file is compared, however large it is and long that takes. @default false */
  readonly isThorough?: boolean | undefined;
}

/** Larger files take longer than a second or two to look through, in bytes. */
const MAX_CHECKED_BYTES = 256 * 1024 * 1024;

/**
 * Returns the health of the SQLite file at `path`, and changes nothing: no file is made beside it.
 *
 * @param readFacts Reads what the file says, or undefined when it is not ours; what it throws about damage makes
 * the file damaged.
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
    // A pipe would be waited for, and a link may lead to another program's.
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
 * Returns a connection that makes no files. Even one that only reads makes those of the log where there
 * are none, and leaves them; so a file without a log is read into memory, which is all of it then.
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
