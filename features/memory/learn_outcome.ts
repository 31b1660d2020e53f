import type { JsonValue } from "@dossier/core/text";
import { maskValue } from "@dossier/retrieval/secrets";
import { diagnose, type Outcome } from "./core/mod.ts";
import { type AppliedOutcome, applyOutcome, type MemoryPlace } from "./store/mod.ts";

/** The end of a session. */
export interface SessionEnd {
  /** Id of the session. */
  readonly session: string;
  /** Its outcome. */
  readonly outcome: Outcome;
  /** Calls of tools. */
  readonly calls?:
    | readonly { readonly tool: string; readonly file?: string; readonly success: boolean }[]
    | undefined;
  /** Errors of the session. */
  readonly errors?: readonly string[] | undefined;
  /** Paths of the files that it changed, relative to the root. */
  readonly modified?: readonly string[] | undefined;
}

/**
 * Learns from the outcome of a session; see `applyOutcome()`. Secrets are masked in the stored
 * diagnosis.
 */
export async function learnOutcome(
  place: MemoryPlace,
  { session, outcome, calls = [], errors = [], modified = [] }: SessionEnd,
): Promise<AppliedOutcome> {
  const diagnostic = diagnose(outcome, {
    calls: calls.map(({ success, ...call }) => ({ ...call, isSuccess: success })),
    modified,
    errors: errors.map((message) => ({ message, tool: "", isRecoverable: false })),
  });
  const masked = await maskValue(diagnostic, "the outcome");
  return await applyOutcome(place, {
    session,
    outcome,
    diagnostic: JSON.parse(JSON.stringify(masked)) as JsonValue,
  });
}
