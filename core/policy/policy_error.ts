import { ContextError } from "../errors.ts";

/** Codes of what is wrong with a policy, and a caller may branch on. */
export type PolicyErrorCode =
  | "invalid-item-id"
  | "profile-not-found"
  | "invalid-profile"
  | "circular-profile"
  | "tampered-item"
  | "invalid-hooks"
  | "invalid-policy"
  | "invalid-manifest"
  | "invalid-uri"
  | "invalid-capability"
  | "nothing-permitted"
  | "risk-not-acknowledged"
  | "invalid-limits"
  | "limit-exceeded"
  | "prompt-too-large"
  | "invalid-inputs"
  | "invalid-transcript";

/** What a project declares, or a caller asks of it, can not be followed. */
export class PolicyError extends ContextError<PolicyErrorCode> {
  /** Of the family; the code tells its members apart. */
  override readonly name = "ContextError";
}
