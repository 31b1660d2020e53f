import { ContextError, type ErrorParts, isContextError } from "@dossier/core/errors";

/** Codes of the conditions that retrieval reports and a caller may branch on. */
export type RetrievalErrorCode =
  | "invalid-transcript"
  | "tampered-item"
  | "root-not-found"
  | "root-refused"
  | "index-damaged"
  | "index-busy"
  | "index-unwritable"
  | "index-unreachable"
  | "index-refused"
  | "disk-full"
  | "invalid-config"
  | "invalid-glob"
  | "invalid-prompt"
  | "invalid-session"
  | "session-not-found"
  | "invalid-round"
  | "invalid-cursor"
  | "invalid-transcript"
  | "round-taken"
  | "state-damaged"
  | "state-newer"
  | "state-busy"
  | "state-unwritable"
  | "state-unreachable"
  | "state-refused"
  | "invalid-issue"
  | "issue-not-found"
  | "file-not-found"
  | "file-excluded"
  | "symbol-not-found"
  | "symbol-ambiguous"
  | "invalid-target"
  | "package-missing"
  | "interrupted";

/** A condition of the disk, the index or the configuration that a caller may branch on. */
export class RetrievalError extends ContextError<RetrievalErrorCode> {
  /** Of the family; the code tells its members apart. */
  override readonly name = "ContextError";
}

/** What an error of SQLite or the operating system says of a database file. */
export type FileCondition = "full" | "busy" | "unwritable" | "damaged";

/** A primary result code of SQLite that says nothing by itself (sqlite.org/rescode.html). */
const SQLITE_ERROR = 1;

/** What other primary result codes say. */
const SQLITE_CODES: ReadonlyMap<number, FileCondition> = new Map([
  [5, "busy"], // SQLITE_BUSY
  [8, "unwritable"], // SQLITE_READONLY
  [10, "full"], // SQLITE_IOERR
  [11, "damaged"], // SQLITE_CORRUPT
  [13, "full"], // SQLITE_FULL
  [14, "unwritable"], // SQLITE_CANTOPEN
  [26, "damaged"], // SQLITE_NOTADB
]);

/**
 * How SQLite's messages for these codes start (`sqlite3_errstr`); a table or column that the
 * fingerprint promises and the file lacks is damage as well, and so is JSON that is none.
 */
const SQLITE_MESSAGES: readonly (readonly [string, FileCondition])[] = [
  ["database is locked", "busy"],
  ["attempt to write a readonly database", "unwritable"],
  ["disk I/O error", "full"],
  ["database disk image is malformed", "damaged"],
  ["malformed database schema", "damaged"],
  ["malformed JSON", "damaged"],
  ["no such table", "damaged"],
  ["no such column", "damaged"],
  ["database or disk is full", "full"],
  ["unable to open database file", "unwritable"],
  ["file is not a database", "damaged"],
];

/** Codes of the operating system for places where no file can be: read-only, in a ring of links, too long. */
const UNUSABLE_CODES: ReadonlySet<unknown> = new Set(["EROFS", "ELOOP", "ENAMETOOLONG"]);

/**
 * What the operating system says of a disk, a quota or a file that can not grow. Deno 2.9.6 gives a
 * code with the first only.
 */
const FULL_REGEXP = /^(?:No space left on device|Disk quota exceeded|File too large)/;

/** How the runtime says that a column has an integer beyond 2^53, of which none is ever written. */
const TOO_LARGE = "Value is too large to be represented as a JavaScript number";

/** Returns what an error of `node:sqlite` says of a file, if it is one. */
function sqliteCondition(error: unknown): FileCondition | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message.startsWith(TOO_LARGE)) return "damaged";
  if (!("code" in error) || error.code !== "ERR_SQLITE_ERROR") return undefined;
  if ("errcode" in error && typeof error.errcode === "number" && error.errcode !== SQLITE_ERROR) {
    return SQLITE_CODES.get(error.errcode & 0xff);
  }
  // Deno 2.9.6 gives no code with what opening a file or `exec` throws.
  return SQLITE_MESSAGES.find(([start]) => error.message.startsWith(start))?.[1];
}

/** Returns whether `error` says that the index file holds something other than an index. */
export function isDamage(error: unknown): boolean {
  return sqliteCondition(error) === "damaged" || isOf(error, "index-damaged");
}

/** Returns whether `error` says that a disk is full or failing, as whoever has thrown it says it. */
export function isDiskFull(error: unknown): boolean {
  return fileCondition(error) === "full" || isOf(error, "disk-full");
}

function isOf(error: unknown, code: RetrievalErrorCode): boolean {
  // One of another thread is of no class of ours.
  return isContextError(error) && error.code === code;
}

/** Returns what `error` says of a database file, or undefined when it is not about one. */
export function fileCondition(error: unknown): FileCondition | undefined {
  if (error instanceof Error && FULL_REGEXP.test(error.message)) return "full";
  const isUnwritable =
    // The runtime was started without the permission, or it is a place of the system such as /proc.
    error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable ||
    (error instanceof Error && "code" in error && UNUSABLE_CODES.has(error.code));
  if (isUnwritable) return "unwritable";
  return isDamage(error) ? "damaged" : sqliteCondition(error);
}

/** For each condition of an index file the code, what cannot be done with it, and why with the fix. */
const INDEX_ERRORS: Readonly<
  Record<
    FileCondition,
    Pick<ErrorParts, "rule" | "fix"> & { readonly code: RetrievalErrorCode; readonly verb: string }
  >
> = {
  full: {
    code: "disk-full",
    verb: "write",
    rule: "the disk is full or failing",
    fix: "free some space, or choose another place with --state",
  },
  busy: {
    code: "index-busy",
    verb: "use",
    rule: "another process has locked it",
    fix: "try again when that process is done",
  },
  unwritable: {
    code: "index-unwritable",
    verb: "write",
    fix: "make it writable, or choose another place with --state",
  },
  damaged: {
    code: "index-damaged",
    verb: "read",
    rule: "it is damaged",
    fix: "delete it and run again",
  },
};

/**
 * Returns `error` as a {@link RetrievalError} that names the index file at `path` and the fix, or
 * `error` itself when it is not about the file.
 */
export function toStoreError(error: unknown, path: string): unknown {
  const condition = fileCondition(error);
  if (condition === undefined) return error;
  const { code, verb, ...reason } = INDEX_ERRORS[condition];
  const refusal = { action: `${verb} the index "${path}"`, ...reason };
  return new RetrievalError(code, refusal, { cause: error });
}
