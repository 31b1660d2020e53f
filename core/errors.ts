/** Codes of the conditions that core reports and a caller may branch on. */
export type CoreErrorCode = "invalid-budget" | "invalid-query";

/**
 * A condition that a caller may branch on by its {@link ContextError.code}.
 *
 * Each layer owns the string union of its codes; the edges (CLI, server) hold one total table from
 * code to exit code or status. Wrong arguments are plain `TypeError` or `RangeError` instead.
 *
 * @typeParam Code The string union of the codes of the layer that throws.
 *
 * @example
 * ```ts
 * import { ContextError, isContextError } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const error = new ContextError("invalid-budget", "Cannot pack as the budget is not a number");
 * assert.equal(isContextError(error), true);
 * assert.equal(error.code, "invalid-budget");
 * ```
 */
export class ContextError<Code extends string = string> extends Error {
  /** The same for all classes of the family, so that it survives copies of the module. */
  override readonly name: string = "ContextError";

  /** What went wrong, for programs. */
  readonly code: Code;

  /**
   * Makes an error with a code and one sentence for people.
   *
   * @param code What went wrong, for programs.
   * @param message One sentence that names the place and the mend, without a final period.
   * @param options The error that caused this one, when there is one.
   */
  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Returns whether `value` is a {@link ContextError}, also one of another realm or bundle. */
export function isContextError(value: unknown): value is ContextError {
  return value instanceof Error && "code" in value && typeof value.code === "string" &&
    value.name === "ContextError";
}
