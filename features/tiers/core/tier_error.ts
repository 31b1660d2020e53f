import { ContextError } from "@dossier/core/errors";

/** Codes of what is wrong with a manifest or what is asked of it, and a caller may branch on. */
export type TierErrorCode = "invalid-manifest" | "invalid-uri";

/** What a manifest declares, or a caller asks of it, can not be given. */
export class TierError extends ContextError<TierErrorCode> {
  /** Of the family; the code tells its members apart. */
  override readonly name = "ContextError";
}
