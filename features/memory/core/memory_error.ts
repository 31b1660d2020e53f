import { ContextError } from "@dossier/core/errors";

/** Codes of what is wrong with a memory or what is asked of it, with the HTTP status of each. */
export const MEMORY_ERRORS = {
  "invalid-observation": { status: 422 },
  "observation-not-found": { status: 404 },
  "observation-known": { status: 409 },
  "project-not-found": { status: 404 },
  "invalid-export": { status: 422 },
} as const;

/** Codes of what is wrong with a memory or what is asked of it, and a caller may branch on. */
export type MemoryErrorCode = keyof typeof MEMORY_ERRORS;

/** What is asked of a memory can not be done. */
export class MemoryError extends ContextError<MemoryErrorCode> {
  /** Of the family; the code tells its members apart. */
  override readonly name = "ContextError";
}
