import { ContextError, type CoreErrorCode } from "@dossier/core/errors";
import { FEATURES } from "@dossier/features";
import type { RetrievalErrorCode } from "@dossier/retrieval";

/** Codes of the conditions that the server itself reports. */
export type ServerErrorCode =
  | "invalid-request"
  | "unauthorized"
  | "foreign-host"
  | "foreign-origin"
  | "root-unknown"
  | "root-moved"
  | "record-not-found"
  | "record-changed"
  | "not-found"
  | "method-not-allowed"
  | "not-acceptable"
  | "body-too-slow"
  | "body-too-large"
  | "unsupported-media-type"
  | "client-gone"
  | "overloaded"
  | "stopping"
  | "deadline-exceeded"
  | "memory-exceeded"
  | "internal";

/** Options of a {@link ServerError}. */
interface ServerErrorOptions extends ErrorOptions {
  /** Seconds after which what was in the way is expected to be gone, a whole number. */
  readonly retrySeconds?: number;
}

/** A condition of a request or of the server that a caller may branch on. */
export class ServerError extends ContextError<ServerErrorCode> {
  /** The name of the family; the code tells its members apart. */
  override readonly name = "ContextError";
  /** Seconds after which what was in the way is expected to be gone, where that is known. */
  readonly retrySeconds: number | undefined;

  /** Makes an error with a code and one sentence for people. */
  constructor(code: ServerErrorCode, sentence: string, options?: ServerErrorOptions) {
    super(code, sentence, options);
    this.retrySeconds = options?.retrySeconds;
  }
}

/** Returns the error of a request that can not be read or does not say what it must. */
export function refuseRequest(sentence: string, options?: ErrorOptions): ServerError {
  return new ServerError("invalid-request", sentence, options);
}

/** The HTTP status of every code but those of features; it does not compile when one is missing. */
const OWN_STATUS_CODES = {
  "invalid-request": 400,
  "invalid-query": 400,
  "invalid-budget": 400,
  "invalid-glob": 400,
  "invalid-session": 400,
  "invalid-round": 400,
  "invalid-issue": 400,
  "invalid-target": 400,
  "invalid-transcript": 400,
  "unauthorized": 401,
  "foreign-host": 403,
  "foreign-origin": 403,
  "file-excluded": 403,
  "root-unknown": 404,
  "record-not-found": 404,
  "invalid-cursor": 404,
  "file-not-found": 404,
  "issue-not-found": 404,
  "symbol-not-found": 404,
  "session-not-found": 404,
  "not-found": 404,
  "method-not-allowed": 405,
  "not-acceptable": 406,
  "body-too-slow": 408,
  "round-taken": 409,
  "symbol-ambiguous": 409,
  "record-changed": 409,
  "body-too-large": 413,
  "unsupported-media-type": 415,
  // What the owner of the tree has to fix; the client asked for nothing wrong.
  "invalid-config": 422,
  "invalid-prompt": 422,
  "tampered-item": 422,
  "invalid-hooks": 422,
  "client-gone": 499,
  "internal": 500,
  "index-damaged": 503,
  "index-busy": 503,
  "index-unwritable": 503,
  "index-unreachable": 503,
  "index-refused": 503,
  "root-not-found": 503,
  "root-refused": 503,
  "root-moved": 503,
  "state-damaged": 503,
  "state-newer": 503,
  "state-busy": 503,
  "state-unwritable": 503,
  "state-unreachable": 503,
  "state-refused": 503,
  "package-missing": 503,
  "interrupted": 503,
  "memory-exceeded": 503,
  "overloaded": 503,
  "stopping": 503,
  "deadline-exceeded": 504,
  "disk-full": 507,
} as const satisfies Record<CoreErrorCode | RetrievalErrorCode | ServerErrorCode, number>;

/** The HTTP status of every code that an answer may carry. */
const STATUS_CODES: ReadonlyMap<string, number> = new Map([
  ...Object.entries(OWN_STATUS_CODES),
  ...FEATURES.flatMap(({ errors = {} }) =>
    Object.entries(errors).map(([code, { status }]) => [code, status] as const)
  ),
]);

/** Every code that an answer may carry. */
export const ERROR_CODES: readonly string[] = [...STATUS_CODES.keys()];

/** Returns the HTTP status of a code; that of what should not happen for one that is none. */
export function statusOf(code: string): number {
  return STATUS_CODES.get(code) ?? OWN_STATUS_CODES.internal;
}
