import { ContextError } from "@dossier/core/errors";

/** Codes of errors of the memory, with the HTTP status of each. */
export const MEMORY_ERRORS = {
  "invalid-observation": { status: 422 },
  "observation-not-found": { status: 404 },
  "observation-known": { status: 409 },
  "project-not-found": { status: 404 },
  "invalid-export": { status: 422 },
} as const;

/** A code of an error of the memory, which callers may branch on. */
export type MemoryErrorCode = keyof typeof MEMORY_ERRORS;

/** A request to the memory is invalid. */
export class MemoryError extends ContextError<MemoryErrorCode> {
  /** The name of the family of errors; the code distinguishes its members. */
  override readonly name = "ContextError";
}
