import { ContextError, isContextError } from "@dossier/core/errors";

/**
 * Codes of what is wrong with a policy, with the HTTP status of each; 422 is what the owner of the tree has to correct,
 * as the client asked for nothing wrong.
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

/** Codes of what is wrong with a policy, and a caller may branch on. */
export type PolicyErrorCode = keyof typeof POLICY_ERRORS;

/** What a project declares, or a caller asks of it, can not be followed. */
export class PolicyError extends ContextError<PolicyErrorCode> {
  /** Of the family; the code tells its members apart. */
  override readonly name = "ContextError";
}

/** Returns whether something is wrong with a policy, whoever found it. */
export function isPolicyError(error: unknown): error is ContextError<PolicyErrorCode> {
  return isContextError(error) && Object.hasOwn(POLICY_ERRORS, error.code);
}
