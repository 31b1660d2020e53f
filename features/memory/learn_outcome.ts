import type { JsonValue } from "@dossier/core/text";
import { maskValue } from "@dossier/retrieval/secrets";
import { diagnose, type Outcome } from "./core/mod.ts";
import { type AppliedOutcome, applyOutcome, type MemoryPlace } from "./store/mod.ts";

/** How a session ended, and what is known of it. */
export interface SessionEnd {
  /** Its id. */
  readonly session: string;
  /** How it ended. */
  readonly outcome: Outcome;
  /** What tools did. */
  readonly calls?:
    | readonly { readonly tool: string; readonly file?: string; readonly success: boolean }[]
    | undefined;
  /** What went wrong. */
  readonly errors?: readonly string[] | undefined;
  /** Paths of the files that it changed, relative to the root. */
  readonly modified?: readonly string[] | undefined;
}

/** Learns from how a session ended; see `applyOutcome()`. What is kept of it has its secrets masked. */
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
