import { ContextError } from "@dossier/core/errors";

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
  | "internal";

/** A condition of a request or of the server that a caller may branch on. */
export class ServerError extends ContextError<ServerErrorCode> {
  /** The name of the family; the code tells its members apart. */
  override readonly name = "ContextError";
}
