import { ContextError, isContextError } from "@dossier/core/errors";

/**
 * Codes of policy errors, with the HTTP status of each; 422 is for files of the tree that its owner
 * has to correct, as the request itself was valid.
 */
export const POLICY_ERRORS = {
  "invalid-item-id": { status: 404 },
  "profile-not-found": { status: 404 },
  "invalid-profile": { status: 422 },
  "circular-profile": { status: 422 },
  "tampered-item": { status: 422 },
  "invalid-hooks": { status: 422 },
  "invalid-policy": { status: 422 },
  "invalid-capability": { status: 422 },
  "nothing-permitted": { status: 403 },
  "risk-not-acknowledged": { status: 403 },
  "invalid-limits": { status: 400 },
  "limit-exceeded": { status: 403 },
  "prompt-too-large": { status: 422 },
  "invalid-inputs": { status: 400 },
  "invalid-transcript": { status: 400 },
} as const;

/** A code of a policy error, which callers may branch on. */
export type PolicyErrorCode = keyof typeof POLICY_ERRORS;

/** A policy, or a request about it, is invalid. */
export class PolicyError extends ContextError<PolicyErrorCode> {
  /** The name of the family of errors; the code distinguishes its members. */
  override readonly name = "ContextError";
}

/** Returns true for an error with a policy code, from any layer. */
export function isPolicyError(error: unknown): error is ContextError<PolicyErrorCode> {
  return isContextError(error) && Object.hasOwn(POLICY_ERRORS, error.code);
}
