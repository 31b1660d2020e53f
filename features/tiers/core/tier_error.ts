import { ContextError } from "@dossier/core/errors";

/** Codes of what is wrong with a manifest or what is asked of it, with the HTTP status of each. */
export const TIER_ERRORS = {
  "invalid-manifest": { status: 422 },
  "invalid-uri": { status: 400 },
  "manifest-not-found": { status: 404 },
} as const;

/** Codes of what is wrong with a manifest or what is asked of it, and a caller may branch on. */
export type TierErrorCode = keyof typeof TIER_ERRORS;

/** What a manifest declares, or a caller asks of it, can not be given. */
export class TierError extends ContextError<TierErrorCode> {
  /** Of the family; the code tells its members apart. */
  override readonly name = "ContextError";
}
