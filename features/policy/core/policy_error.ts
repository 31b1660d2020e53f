import { ContextError, isContextError } from "@dossier/core/errors";

const CODES = [
  "invalid-item-id",
  "profile-not-found",
  "invalid-profile",
  "circular-profile",
  "tampered-item",
  "invalid-hooks",
  "invalid-policy",
  "invalid-capability",
  "nothing-permitted",
  "risk-not-acknowledged",
  "invalid-limits",
  "limit-exceeded",
  "prompt-too-large",
  "invalid-inputs",
  "invalid-transcript",
] as const;

/** Codes of what is wrong with a policy, and a caller may branch on. */
export type PolicyErrorCode = typeof CODES[number];

/** What a project declares, or a caller asks of it, can not be followed. */
export class PolicyError extends ContextError<PolicyErrorCode> {
  /** Of the family; the code tells its members apart. */
  override readonly name = "ContextError";
}

/** Returns whether something is wrong with a policy, whoever found it. */
export function isPolicyError(error: unknown): error is ContextError<PolicyErrorCode> {
  return isContextError(error) && (CODES as readonly string[]).includes(error.code);
}
