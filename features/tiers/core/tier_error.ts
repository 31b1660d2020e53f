import { ContextError } from "@dossier/core/errors";

/** Codes of errors in a manifest or a request for it, with the HTTP status of each. */
export const TIER_ERRORS = {
  "invalid-manifest": { status: 422 },
  "invalid-uri": { status: 400 },
  "manifest-not-found": { status: 404 },
} as const;

/** A code of an error in a manifest or a request for it, which callers may branch on. */
export type TierErrorCode = keyof typeof TIER_ERRORS;

/** A manifest, or a request for it, is invalid. */
export class TierError extends ContextError<TierErrorCode> {
  /** The name of the family of errors; the code distinguishes its members. */
  override readonly name = "ContextError";
}
