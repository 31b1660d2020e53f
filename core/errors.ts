/** Codes of the conditions that core reports and a caller may branch on. */
export type CoreErrorCode = "invalid-budget" | "invalid-query" | "invalid-hooks";

/** The parts of an error message, which reads "Cannot ACTION as RULE: STATE: FIX", without a final period. */
export interface Refusal {
  /** The action that failed, with its place, such as `use "config.yaml"`. */
  readonly action: string;
  /** The rule that was broken, or the obstacle, as half a sentence. */
  readonly rule?: string | undefined;
  /** The value or state that breaks the rule. */
  readonly state?: string | undefined;
  /** How the user can fix it. */
  readonly fix?: string | undefined;
}

/** Returns the reason alone, "RULE: STATE: FIX", for a caller that writes its own beginning of the sentence. */
export function renderReason({ rule, state, fix }: Omit<Refusal, "action">): string {
  return [rule, state, fix].filter((part) => part !== undefined).join(": ");
}

function renderRefusal({ action, ...reason }: Refusal): string {
  const rendered = renderReason(reason);
  if (rendered === "") return `Cannot ${action}`;
  return `Cannot ${action}${reason.rule === undefined ? ": " : " as "}${rendered}`;
}

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
 *
 * const rule = "the budget must be at least 1";
 * const refused = new ContextError("invalid-budget", { action: "pack", rule, state: "it is 0" });
 * assert.equal(refused.message, "Cannot pack as the budget must be at least 1: it is 0");
 * assert.equal(refused.rule, rule);
 * ```
 */
export class ContextError<Code extends string = string> extends Error {
  /** The same for all classes of the family, so that it survives copies of the module. */
  override readonly name: string = "ContextError";

  /** What went wrong, for programs. */
  readonly code: Code;

  /** The rule that was broken; absent where the error was made from one sentence. */
  readonly rule?: string;

  /** The state that breaks the rule; absent where the error was made from one sentence. */
  readonly state?: string;

  /** How to fix it; absent where the error was made from one sentence. */
  readonly fix?: string;

  /**
   * Makes an error with a code and one sentence for people.
   *
   * @param code What went wrong, for programs.
   * @param sentence One sentence that names the place and the fix, without a final period, or its parts.
   * @param options The error that caused this one, when there is one.
   */
  constructor(code: Code, sentence: string | Refusal, options?: ErrorOptions) {
    super(typeof sentence === "string" ? sentence : renderRefusal(sentence), options);
    this.code = code;
    if (typeof sentence === "string") return;
    const { rule, state, fix } = sentence;
    if (rule !== undefined) this.rule = rule;
    if (state !== undefined) this.state = state;
    if (fix !== undefined) this.fix = fix;
  }
}

/** Returns the reason of an error without its action; the whole message where it has no parts. */
export function reasonOfError(error: ContextError): string {
  return renderReason(error) || error.message;
}

/** Returns whether `value` is a {@link ContextError}, also one of another realm or bundle. */
export function isContextError(value: unknown): value is ContextError {
  return value instanceof Error && "code" in value && typeof value.code === "string" &&
    value.name === "ContextError";
}
