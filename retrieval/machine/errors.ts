import { ContextError, type ErrorParts, isContextError } from "@dossier/core/errors";

/** Codes of the conditions that retrieval reports and callers may check for. */
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

/** Condition of the disk, the index or the configuration that callers may check for. */
export class RetrievalError extends ContextError<RetrievalErrorCode> {
  /** Name of the base class. The code distinguishes the conditions. */
  override readonly name = "ContextError";
}

/** Condition of a database file, from an error of SQLite or the operating system. */
export type FileCondition = "full" | "busy" | "unwritable" | "damaged";

/** Primary result code of SQLite that is not specific (sqlite.org/rescode.html). */
const SQLITE_ERROR = 1;

/** Conditions of other primary result codes. */
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
 * Prefixes of SQLite's messages for these codes (`sqlite3_errstr`). A table or column that should
 * exist according to the fingerprint, but is missing, is damage too. So is invalid JSON.
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

/**
 * Codes of the operating system for locations where no file can be written: read-only, a cycle of
 * links, or a path that is too long.
 */
const UNUSABLE_CODES: ReadonlySet<unknown> = new Set(["EROFS", "ELOOP", "ENAMETOOLONG"]);

/**
 * Messages of the operating system for a full disk, a quota, or a file that cannot grow. Deno 2.9.6
 * sets a code for the first only.
 */
const FULL_REGEXP = /^(?:No space left on device|Disk quota exceeded|File too large)/;

/** Message of the runtime for a column with an integer above 2^53, which is never written. */
const TOO_LARGE = "Value is too large to be represented as a JavaScript number";

/** Returns the condition of an error of `node:sqlite`; undefined for other errors. */
function sqliteCondition(error: unknown): FileCondition | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message.startsWith(TOO_LARGE)) return "damaged";
  if (!("code" in error) || error.code !== "ERR_SQLITE_ERROR") return undefined;
  if ("errcode" in error && typeof error.errcode === "number" && error.errcode !== SQLITE_ERROR) {
    return SQLITE_CODES.get(error.errcode & 0xff);
  }
  // Deno 2.9.6 sets no code for errors of opening a file and of `exec`.
  return SQLITE_MESSAGES.find(([start]) => error.message.startsWith(start))?.[1];
}

/** Returns true when `error` says that the index file contains something other than an index. */
export function isDamage(error: unknown): boolean {
  return sqliteCondition(error) === "damaged" || hasCode(error, "index-damaged");
}

/** Returns true when `error` says that a disk is full or failing, whichever module threw it. */
export function isDiskFull(error: unknown): boolean {
  return fileCondition(error) === "full" || hasCode(error, "disk-full");
}

function hasCode(error: unknown, code: RetrievalErrorCode): boolean {
  // Errors of other threads are not instances of our classes.
  return isContextError(error) && error.code === code;
}

/**
 * Returns the condition of a database file from an error; undefined when the error is not about
 * one.
 */
export function fileCondition(error: unknown): FileCondition | undefined {
  if (error instanceof Error && FULL_REGEXP.test(error.message)) return "full";
  const isUnwritable =
    // The runtime lacks the permission, or the path is in a file system such as /proc.
    error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable ||
    (error instanceof Error && "code" in error && UNUSABLE_CODES.has(error.code));
  if (isUnwritable) return "unwritable";
  return isDamage(error) ? "damaged" : sqliteCondition(error);
}

/** Code, failed action, reason and fix for each condition of an index file. */
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
 * Returns `error` as a {@link RetrievalError} with the index file at `path` and the fix; `error`
 * itself when it is not about the file.
 */
export function toStoreError(error: unknown, path: string): unknown {
  const condition = fileCondition(error);
  if (condition === undefined) return error;
  const { code, verb, ...reason } = INDEX_ERRORS[condition];
  const refusal = { action: `${verb} the index "${path}"`, ...reason };
  return new RetrievalError(code, refusal, { cause: error });
}
