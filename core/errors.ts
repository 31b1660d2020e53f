/** Codes of the conditions that core reports and that a caller may branch on. */
export type CoreErrorCode = "invalid-budget" | "invalid-query" | "invalid-hooks";

/**
 * Parts of an error message, which reads "Cannot ACTION as RULE: STATE: FIX", without a final
 * period.
 */
export interface ErrorParts {
  /** Action that failed, with its object, such as `use "config.yaml"`. */
  readonly action: string;
  /** Rule that was broken, or obstacle, as half a sentence. */
  readonly rule?: string | undefined;
  /** Value or state that breaks the rule. */
  readonly state?: string | undefined;
  /** Action by which the user can fix the problem. */
  readonly fix?: string | undefined;
}

/**
 * Returns only the reason, "RULE: STATE: FIX", for a caller that writes its own start of the
 * sentence.
 */
export function renderReason({ rule, state, fix }: Omit<ErrorParts, "action">): string {
  return [rule, state, fix].filter((part) => part !== undefined).join(": ");
}

function renderErrorParts({ action, ...reason }: ErrorParts): string {
  const rendered = renderReason(reason);
  if (rendered === "") return `Cannot ${action}`;
  return `Cannot ${action}${reason.rule === undefined ? ": " : " as "}${rendered}`;
}

/**
 * Condition that a caller may branch on by its {@link ContextError.code}.
 *
 * Each layer defines the string union of its codes; the outermost layers (CLI, server) have one
 * complete table from code to exit code or status. Invalid arguments are a plain `TypeError` or
 * `RangeError` instead.
 *
 * @typeParam Code String union of the codes of the layer that throws.
 *
 * @example
 * ```ts
 * import { ContextError, isContextError } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const error = new ContextError("invalid-budget", "Cannot pack as the budget is not a number");
 * assert.equal(isContextError(error), true);
 * assert.equal(error.code, "invalid-budget");
 *
 * const rule = "the budget must be at least 1";
 * const refused = new ContextError("invalid-budget", { action: "pack", rule, state: "it is 0" });
 * assert.equal(refused.message, "Cannot pack as the budget must be at least 1: it is 0");
 * assert.equal(refused.rule, rule);
 * ```
 */
export class ContextError<Code extends string = string> extends Error {
  /**
   * The same name for all classes of the family, so that it is recognised across copies of the
   * module.
   */
  override readonly name: string = "ContextError";

  /** Kind of problem, for programs. */
  readonly code: Code;

  /** Rule that was broken; absent when the error was created from one sentence. */
  readonly rule?: string;

  /** State that breaks the rule; absent when the error was created from one sentence. */
  readonly state?: string;

  /** Action that fixes the problem; absent when the error was created from one sentence. */
  readonly fix?: string;

  /**
   * Creates an error with a code and one sentence for people.
   *
   * @param code Kind of problem, for programs.
   * @param sentence One sentence without a final period that names the object and the fix, or the
   * parts of such a sentence.
   * @param options The error that caused this one, if any.
   */
  constructor(code: Code, sentence: string | ErrorParts, options?: ErrorOptions) {
    super(typeof sentence === "string" ? sentence : renderErrorParts(sentence), options);
    this.code = code;
    if (typeof sentence === "string") return;
    const { rule, state, fix } = sentence;
    if (rule !== undefined) this.rule = rule;
    if (state !== undefined) this.state = state;
    if (fix !== undefined) this.fix = fix;
  }
}

/**
 * Returns the reason of an error without its action; the whole message when the error has no parts.
 */
export function reasonOfError(error: ContextError): string {
  return renderReason(error) || error.message;
}

/** Returns true for a {@link ContextError}, also one of another realm or bundle. */
export function isContextError(value: unknown): value is ContextError {
  return value instanceof Error && "code" in value && typeof value.code === "string" &&
    value.name === "ContextError";
}
