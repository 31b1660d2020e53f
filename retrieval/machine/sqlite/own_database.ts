import type { DatabaseSync } from "node:sqlite";
import { basename, dirname, join } from "../paths.ts";
import { RetrievalError } from "../errors.ts";
import { createPrivateFile, lstatOrUndefined } from "../file_info.ts";
import { Connection, openDatabase } from "./connection.ts";
import { isEmptyFile } from "./copy_database.ts";

/**
 * Size of the header of a SQLite file in bytes. A shorter file contains nothing that SQLite wrote.
 */
const HEADER_BYTES = 100;

/**
 * Offset of the `application_id` in the header, most significant byte first:
 * https://www.sqlite.org/fileformat.html.
 */
const APPLICATION_ID_OFFSET = 68;

/**
 * Maximum wait for the journal of a database that is being created, and the interval of checks, in
 * milliseconds.
 */
const JOURNAL_WAIT_MS = 500;
const JOURNAL_STEP_MS = 2;

/** Maximum number of times that a file may be replaced while it is opened. */
const MAX_TRIES = 5;

/** Options that distinguish a database of ours from others. */
interface OwnDatabaseOptions {
  /** The `application_id` of ours. */
  readonly applicationId: number;
  /**
   * Inspects the content of the file before anything is written, and throws when it must not be
   * changed.
   */
  readonly inspect: (connection: Connection) => void;
  /**
   * Returns the error for a path with something else than our database. `reason` names the problem
   * and the fix, as half a sentence.
   */
  readonly refuse: (reason: string) => Error;
  /** Maximum wait for another process, in milliseconds; see `openDatabase()`. */
  readonly busyMs?: number | undefined;
}

/**
 * Opens the database at `path`, or creates it. No other file is changed. The type and content of
 * the file are checked first, and again through the connection before anything is written. A
 * database of another program stays unchanged byte for byte.
 *
 * SQLite opens by name and follows links. So the opened file is compared with the checked one: by
 * the path that was opened, and by the file that is there afterwards. When a folder of the path is
 * replaced and restored in between, this is not noticed. The content is still checked through the
 * connection.
 *
 * @throws The error of `refuse`, errors of `inspect`, and errors of `node:sqlite`.
 */
export function openOwnDatabase(path: string, options: OwnDatabaseOptions): DatabaseSync {
  for (let tries = 1;; tries++) {
    const database = tryOpening(path, options);
    if (database !== undefined) return database;
    if (tries === MAX_TRIES) {
      throw options.refuse("it was replaced while it was opened: try again");
    }
  }
}

/**
 * Opens the database. Returns undefined when its file was replaced in the meantime, for example by
 * a process that rebuilds a damaged index.
 */
function tryOpening(path: string, options: OwnDatabaseOptions): DatabaseSync | undefined {
  const { inspect, refuse, busyMs } = options;
  let found = checkFiles(path, options);
  if (found === undefined) {
    createPrivateFile(path);
    found = checkFile(path, "", refuse);
  }
  if (found !== undefined && found.size > 0) {
    if (found.size < HEADER_BYTES) {
      // SQLite would treat some of these files as new ones.
      throw new RetrievalError("index-damaged", `Cannot read "${path}" as it is incomplete`);
    }
    if (!isEmptyFile(`${path}-wal`)) inspectReadOnly(path, options);
  }
  const database = openDatabase(path, { busyMs });
  try {
    const now = checkFile(path, "", refuse);
    const expectedPath = join(Deno.realPathSync(dirname(path)), basename(path));
    if (
      now?.ino !== found?.ino || now?.dev !== found?.dev || database.location() !== expectedPath
    ) {
      database.close();
      return undefined;
    }
    const connection = new Connection(database, path);
    // Inspected in one transaction, as another process may be creating the tables.
    connection.read(() => inspect(connection));
    return database;
  } catch (error) {
    if (database.isOpen) database.close();
    // The folder is being moved away.
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * Switches a database to a write-ahead log and writes our application id. Both are written without
 * a journal, one page at a time, so that a killed process leaves an empty database, or one with the
 * id.
 *
 * @param options.layout Pragma for a new file, without effect on a non-empty one.
 */
export function writeApplicationId(
  connection: Connection,
  { applicationId, layout }: { readonly applicationId: number; readonly layout: string },
): void {
  const keepsLog = connection.findValue<string>("PRAGMA journal_mode") === "wal";
  if (!keepsLog) connection.execute(`PRAGMA journal_mode = MEMORY; PRAGMA ${layout}`);
  if (connection.findValue<number>("PRAGMA application_id") !== applicationId) {
    connection.execute(`PRAGMA application_id = ${applicationId}`);
  }
  if (!keepsLog) connection.execute("PRAGMA journal_mode = WAL");
}

/**
 * Returns information about the file of a database. Refuses everything except a regular file
 * without hard links.
 */
function checkFiles(
  path: string,
  { applicationId, refuse }: OwnDatabaseOptions,
): Deno.FileInfo | undefined {
  const found = checkFile(path, "", refuse);
  // SQLite keeps these files beside a database.
  const [, , journal] = ["-wal", "-shm", "-journal"].map((suffix) =>
    checkFile(path, suffix, refuse)
  );
  const isHalfWritten = (found?.size ?? 0) > 0 && (journal?.size ?? 0) > 0;
  if (isHalfWritten && isJournaled(path) && !hasApplicationId(path, applicationId)) {
    throw refuse(FOREIGN_DATABASE);
  }
  return found;
}

/**
 * Returns true when the header of a file has our application id. The journal beside it is neither
 * used nor changed.
 */
function hasApplicationId(path: string, applicationId: number): boolean {
  const header = new Uint8Array(HEADER_BYTES);
  try {
    using file = Deno.openSync(path);
    file.readSync(header);
  } catch {
    return false;
  }
  return new DataView(header.buffer).getUint32(APPLICATION_ID_OFFSET) === applicationId;
}

/**
 * Returns true when a database has a permanent journal. Ours have a log instead, but two threads
 * that create one at the same time may have a journal for a moment.
 */
function isJournaled(path: string): boolean {
  const deadline = performance.now() + JOURNAL_WAIT_MS;
  while (!isEmptyFile(`${path}-journal`)) {
    if (performance.now() >= deadline) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, JOURNAL_STEP_MS);
  }
  return false;
}

/** Reason for refusing a database of another program. */
export const FOREIGN_DATABASE =
  "it is the database of another program: move it away, or choose another place with --state";

function checkFile(
  path: string,
  suffix: string,
  refuse: OwnDatabaseOptions["refuse"],
): Deno.FileInfo | undefined {
  const found = lstatOrUndefined(path + suffix);
  if (found === undefined) return undefined;
  const subject = suffix === "" ? "it" : `"${basename(path)}${suffix}" beside it`;
  if (found.isSymlink) throw refuse(`${subject} is a symbolic link: remove it`);
  if (!found.isFile) {
    throw refuse(
      `${subject} is not a regular file: move it away, so that dossier creates a new one`,
    );
  }
  if ((found.nlink ?? 1) > 1) {
    throw refuse(
      `${subject} has a second name (a hard link): replace it by a copy, or remove it`,
    );
  }
  return found;
}

/**
 * Inspects a file with a log through a read-only connection. A connection that may write moves the
 * log of a crashed process into the file on closing, even if it only reads.
 */
function inspectReadOnly(path: string, options: OwnDatabaseOptions): void {
  const hadIndex = lstatOrUndefined(`${path}-shm`) !== undefined;
  try {
    const { busyMs } = options;
    using connection = new Connection(openDatabase(path, { readOnly: true, busyMs }), path);
    connection.read(() => options.inspect(connection));
  } catch (error) {
    // The inspection created this file, and the owner of the database does not need it.
    if (!hadIndex && lstatOrUndefined(`${path}-shm`)?.isFile) Deno.removeSync(`${path}-shm`);
    checkFiles(path, options);
    throw error;
  }
}
