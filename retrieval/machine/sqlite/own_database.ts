import type { DatabaseSync } from "node:sqlite";
import { basename, dirname, join } from "../paths.ts";
import { RetrievalError } from "../errors.ts";
import { lstatOrUndefined, makeOwnFile } from "../file_info.ts";
import { Connection, openDatabase } from "./connection.ts";
import { isEmpty } from "./copy_database.ts";

/** Bytes of the header of every SQLite file; a file with fewer holds nothing that SQLite wrote. */
const HEADER_BYTES = 100;

/** Where the header has the `application_id`, most significant byte first: https://www.sqlite.org/fileformat.html. */
const MARK_OFFSET = 68;

/** How long the journal of a database that is just being made may be there, and how often to look, in milliseconds. */
const JOURNAL_WAIT_MS = 500;
const JOURNAL_STEP_MS = 2;

/** How often a file may be replaced while it is opened. */
const MOST_TRIES = 5;

/** How a database of ours is told from others. */
interface OwnDatabaseOptions {
  /** The `application_id` of ours. */
  readonly mark: number;
  /** Looks at what is in the file before anything is written to it, and throws when that is not to be touched. */
  readonly inspect: (connection: Connection) => void;
  /** Returns the error for something else at its place, from half a sentence that says what and the fix. */
  readonly refuse: (reason: string) => Error;
  /** How long to wait for another process, in milliseconds; see `openDatabase()`. */
  readonly busyMs?: number | undefined;
}

/**
 * Opens the database at `path`, made when there is none, and touches no other: what stands there is looked at
 * first, by its kind and by what is in it, and again through the connection itself, before that has written
 * anything. Another program's database is left byte for byte as it is.
 *
 * SQLite opens by name and follows links. So what it has opened is compared with what was looked at: the
 * path that it went to, and the file that is there then. A folder on the way that is exchanged twice in
 * between is not noticed, but what is in the file is looked at through the connection even so.
 *
 * @throws What `refuse` returns, what `inspect` throws, and errors of `node:sqlite`.
 */
export function openOwnDatabase(path: string, options: OwnDatabaseOptions): DatabaseSync {
  for (let tries = 1;; tries++) {
    const database = tryOpening(path, options);
    if (database !== undefined) return database;
    if (tries === MOST_TRIES) {
      throw options.refuse("it was replaced while it was opened: try again");
    }
  }
}

/** Returns nothing when another file was put there meanwhile, as when somebody makes a damaged index anew. */
function tryOpening(path: string, options: OwnDatabaseOptions): DatabaseSync | undefined {
  const { inspect, refuse, busyMs } = options;
  let found = checkPlace(path, options);
  if (found === undefined) {
    makeOwnFile(path);
    found = checkKind(path, "", refuse);
  }
  if (found !== undefined && found.size > 0) {
    if (found.size < HEADER_BYTES) {
      // SQLite takes some of them for new.
      throw new RetrievalError("index-damaged", `Cannot read "${path}" as it is incomplete`);
    }
    if (!isEmpty(`${path}-wal`)) probe(path, options);
  }
  const database = openDatabase(path, { busyMs });
  try {
    const now = checkKind(path, "", refuse);
    const wanted = join(Deno.realPathSync(dirname(path)), basename(path));
    if (now?.ino !== found?.ino || now?.dev !== found?.dev || database.location() !== wanted) {
      database.close();
      return undefined;
    }
    const connection = new Connection(database, path);
    // One state of the file: others may be about to make it.
    connection.read(() => inspect(connection));
    return database;
  } catch (error) {
    if (database.isOpen) database.close();
    // Its folder is moved away just now.
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/**
 * Has a database keep a write-ahead log and say by its mark that it is ours. That is written without a journal
 * beside it, one page at a time: whoever is killed meanwhile leaves an empty database, or one with the mark.
 *
 * @param options.layout A pragma of a new file, which has no effect once there is something in it.
 */
export function markOwnDatabase(
  connection: Connection,
  { mark, layout }: { readonly mark: number; readonly layout: string },
): void {
  const keepsLog = connection.findValue<string>("PRAGMA journal_mode") === "wal";
  if (!keepsLog) connection.execute(`PRAGMA journal_mode = MEMORY; PRAGMA ${layout}`);
  if (connection.findValue<number>("PRAGMA application_id") !== mark) {
    connection.execute(`PRAGMA application_id = ${mark}`);
  }
  if (!keepsLog) connection.execute("PRAGMA journal_mode = WAL");
}

/** Returns what stands at the place of a database; refuses all but a regular file under this name alone. */
function checkPlace(
  path: string,
  { mark, refuse }: OwnDatabaseOptions,
): Deno.FileInfo | undefined {
  const found = checkKind(path, "", refuse);
  // SQLite keeps these beside a database.
  const [, , journal] = ["-wal", "-shm", "-journal"].map((suffix) =>
    checkKind(path, suffix, refuse)
  );
  const isHalfWritten = (found?.size ?? 0) > 0 && (journal?.size ?? 0) > 0;
  if (isHalfWritten && isJournaled(path) && !isMarked(path, mark)) throw refuse(FOREIGN);
  return found;
}

/** Returns whether the header of a file says that it is ours; the journal beside it is neither used nor touched. */
function isMarked(path: string, mark: number): boolean {
  const header = new Uint8Array(HEADER_BYTES);
  try {
    using file = Deno.openSync(path);
    file.readSync(header);
  } catch {
    return false;
  }
  return new DataView(header.buffer).getUint32(MARK_OFFSET) === mark;
}

/**
 * Returns whether a database has a journal for good. Ours keep a log instead, but two threads that make one at
 * once may leave a journal for a moment.
 */
function isJournaled(path: string): boolean {
  const deadline = performance.now() + JOURNAL_WAIT_MS;
  while (!isEmpty(`${path}-journal`)) {
    if (performance.now() >= deadline) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, JOURNAL_STEP_MS);
  }
  return false;
}

/** What is said of a database that another program keeps. */
export const FOREIGN =
  "it is the database of another program: move it away, or choose another place with --state";

function checkKind(
  path: string,
  suffix: string,
  refuse: OwnDatabaseOptions["refuse"],
): Deno.FileInfo | undefined {
  const found = lstatOrUndefined(path + suffix);
  if (found === undefined) return undefined;
  const subject = suffix === "" ? "it" : `"${basename(path)}${suffix}" beside it`;
  if (found.isSymlink) throw refuse(`${subject} is a symbolic link: remove it`);
  if (!found.isFile) {
    throw refuse(`${subject} is no regular file: move it away, so that dossier creates a new one`);
  }
  if ((found.nlink ?? 1) > 1) {
    throw refuse(
      `${subject} has a second name (a hard link): replace it by a copy, or remove it`,
    );
  }
  return found;
}

/**
 * Looks at a file with a log through a connection that only reads. One that may write moves what a crash left
 * in the log into the file when it is closed, even if it has only looked.
 */
function probe(path: string, options: OwnDatabaseOptions): void {
  const hadIndex = lstatOrUndefined(`${path}-shm`) !== undefined;
  try {
    const { busyMs } = options;
    using connection = new Connection(openDatabase(path, { readOnly: true, busyMs }), path);
    connection.read(() => options.inspect(connection));
  } catch (error) {
    // Made by looking, and of no use to whoever keeps the file.
    if (!hadIndex && lstatOrUndefined(`${path}-shm`)?.isFile) Deno.removeSync(`${path}-shm`);
    checkPlace(path, options);
    throw error;
  }
}
