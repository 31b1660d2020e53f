import { ContextError, type CoreErrorCode } from "@dossier/core/errors";
import { FEATURES } from "@dossier/features";
import type { RetrievalErrorCode } from "@dossier/retrieval";

/** Codes of the errors that the server itself reports. */
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
  /** Number of seconds after which the cause is expected to be over, a whole number. */
  readonly retrySeconds?: number;
}

/** Error of a request or of the server that a caller may branch on. */
export class ServerError extends ContextError<ServerErrorCode> {
  /** Name of all such errors. The code distinguishes them. */
  override readonly name = "ContextError";
  /** Number of seconds after which the cause is expected to be over, when known. */
  readonly retrySeconds: number | undefined;

  /** Creates an error with a code and one sentence for people. */
  constructor(code: ServerErrorCode, sentence: string, options?: ServerErrorOptions) {
    super(code, sentence, options);
    this.retrySeconds = options?.retrySeconds;
  }
}

/** Returns the error of a request that cannot be read or is invalid. */
export function refuseRequest(sentence: string, options?: ErrorOptions): ServerError {
  return new ServerError("invalid-request", sentence, options);
}

/** HTTP statuses of all codes without those of features. A missing code is a compile error. */
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
  // The owner of the tree has to fix these; the request was valid.
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

/** HTTP status of every code that a response may have. */
const STATUS_CODES: ReadonlyMap<string, number> = new Map([
  ...Object.entries(OWN_STATUS_CODES),
  ...FEATURES.flatMap(({ errors = {} }) =>
    Object.entries(errors).map(([code, { status }]) => [code, status] as const)
  ),
]);

/** All codes that a response may have. */
export const ERROR_CODES: readonly string[] = [...STATUS_CODES.keys()];

/** Returns the HTTP status of a code, and 500 for an unknown one. */
export function statusOf(code: string): number {
  return STATUS_CODES.get(code) ?? OWN_STATUS_CODES.internal;
}
