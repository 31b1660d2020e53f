import { ContextError } from "@dossier/core/errors";

/** Codes of the conditions that retrieval reports and a caller may branch on. */
export type RetrievalErrorCode =
  | "root-not-found"
  | "root-refused"
  | "index-damaged"
  | "index-busy"
  | "index-unwritable"
  | "disk-full"
  | "invalid-config"
  | "invalid-glob"
  | "invalid-prompt"
  | "invalid-session"
  | "session-not-found"
  | "invalid-round"
  | "invalid-cursor"
  | "round-taken"
  | "state-damaged"
  | "state-newer"
  | "state-busy"
  | "state-unwritable"
  | "invalid-issue"
  | "issue-not-found"
  | "file-not-found"
  | "file-excluded"
  | "package-missing"
  | "interrupted";

/** A condition of the disk, the index or the configuration that a caller may branch on. */
export class RetrievalError extends ContextError<RetrievalErrorCode> {
  /** Of the family; the code tells its members apart. */
  override readonly name = "ContextError";
}

/** SQLite's primary result codes that have a meaning of their own here (sqlite.org/rescode.html). */
const SQLITE_ERROR = 1;
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/**
 * How SQLite's messages for these codes start (`sqlite3_errstr`); a table or column that the
 * fingerprint promises and the file lacks is damage as well, and so is JSON that is none.
 */
const SQLITE_MESSAGES: readonly (readonly [string, number])[] = [
  ["database is locked", SQLITE_BUSY],
  ["attempt to write a readonly database", SQLITE_READONLY],
  ["disk I/O error", SQLITE_IOERR],
  ["database disk image is malformed", SQLITE_CORRUPT],
  ["malformed database schema", SQLITE_CORRUPT],
  ["malformed JSON", SQLITE_CORRUPT],
  ["no such table", SQLITE_CORRUPT],
  ["no such column", SQLITE_CORRUPT],
  ["database or disk is full", SQLITE_FULL],
  ["unable to open database file", SQLITE_CANTOPEN],
  ["file is not a database", SQLITE_NOTADB],
];

/** Codes of the operating system for places where no file can be: read-only, in a ring of links, too long. */
const UNUSABLE_CODES: ReadonlySet<unknown> = new Set(["EROFS", "ELOOP", "ENAMETOOLONG"]);

/**
 * What the operating system says of a disk, a quota or a file that can not grow. Deno 2.9.6 gives a
 * code with the first only.
 */
const FULL_REGEXP = /^(?:No space left on device|Disk quota exceeded|File too large)/;

/** Returns the primary SQLite result code of an error of `node:sqlite`, if it is one. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_SQLITE_ERROR") {
    return undefined;
  }
  if ("errcode" in error && typeof error.errcode === "number" && error.errcode !== SQLITE_ERROR) {
    return error.errcode & 0xff;
  }
  // Deno 2.9.6 gives no code with what opening a file or `exec` throws.
  return SQLITE_MESSAGES.find(([start]) => error.message.startsWith(start))?.[1];
}

/** Returns whether `error` says that the index file holds something other than an index. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB ||
    (error instanceof RetrievalError && error.code === "index-damaged");
}

/** What an error of SQLite or the operating system says of a database file. */
export type FileCondition = "full" | "busy" | "unwritable" | "damaged";

/** Returns what `error` says of a database file, or undefined when it is not about one. */
export function fileCondition(error: unknown): FileCondition | undefined {
  const code = sqliteCode(error);
  const isFull = error instanceof Error && FULL_REGEXP.test(error.message);
  if (code === SQLITE_FULL || code === SQLITE_IOERR || isFull) return "full";
  if (code === SQLITE_BUSY) return "busy";
  const isUnwritable = code === SQLITE_READONLY || code === SQLITE_CANTOPEN ||
    // The runtime was started without the permission, or it is a place of the system such as /proc.
    error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable ||
    (error instanceof Error && "code" in error && UNUSABLE_CODES.has(error.code));
  if (isUnwritable) return "unwritable";
  return isDamage(error) ? "damaged" : undefined;
}

/** Returns whether `error` says that a disk is full or failing, as whoever has thrown it says it. */
export function isDiskFull(error: unknown): boolean {
  return fileCondition(error) === "full" ||
    (error instanceof RetrievalError && error.code === "disk-full");
}

/** For each condition of an index file the code, what cannot be done with it, and why with the mend. */
const INDEX_ERRORS: Readonly<Record<FileCondition, readonly [RetrievalErrorCode, string, string]>> =
  {
    full: [
      "disk-full",
      "write",
      " as the disk is full or failing: free some space, or choose another place with --state",
    ],
    busy: ["index-busy", "use", " as another process holds it: try again when that is done"],
    unwritable: [
      "index-unwritable",
      "write",
      ": make it writable, or choose another place with --state",
    ],
    damaged: ["index-damaged", "read", " as it is damaged: delete it and run again"],
  };

/**
 * Returns `error` as a {@link RetrievalError} that names the index file at `path` and the mend, or
 * `error` itself when it is not about the file.
 */
export function toStoreError(error: unknown, path: string): unknown {
  const condition = fileCondition(error);
  if (condition === undefined) return error;
  const [code, verb, reason] = INDEX_ERRORS[condition];
  return new RetrievalError(code, `Cannot ${verb} the index "${path}"${reason}`, { cause: error });
}
