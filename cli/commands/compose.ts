import { type ComposedContext, composeProfile, openPolicies } from "@dossier/policy";
import type { TokenEstimator, TokenEstimatorName } from "@dossier/core";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { absolute } from "../input/invoked_place.ts";
import { invokedInputs, invokedPolicies, invokedWords } from "../input/invoked_policies.ts";
import { escapeOnTerminal, printJson, printMessage, printResult } from "../terminal/output.ts";
import { printPrompt } from "../terminal/print_prompt.ts";
import { SUCCESS } from "../exit_code.ts";

/**
 * Prints what an agent is told before it starts, as a provider wants it.
 *
 * @throws {UsageError} Without a profile, and for an input without a name.
 */
export async function runCompose(invocation: Invocation): Promise<number> {
  const { value, has, words } = invocation;
  const profile = value("profile");
  if (words.length > 0 || profile === undefined || profile === "") {
    throw new UsageError(
      'Cannot compose without a profile: name one with --profile, as "profile list" has them',
    );
  }
  if (has("lenient") && !has("resume")) {
    throw new UsageError("Cannot use --lenient without --resume");
  }
  const resume = value("resume");
  const composed = await composeProfile({
    profile,
    inputs: invokedInputs(invocation),
    resume: resume === undefined ? undefined : absolute(resume),
    transcript: has("lenient") ? "lenient" : "strict",
    words: invokedWords(invocation),
    estimator: await openNamedEstimator(value("estimator")),
  }, openPolicies(invokedPolicies(invocation)));
  for (const note of composed.notes) printMessage(`dossier: ${note}`);
  for (const { id, reason, detail } of composed.skipped) {
    if (reason === "not_found" || reason === "failed") {
      printMessage(`dossier: "${id}" is left out: ${detail ?? "it is not found"}`);
    }
  }
  printComposed(composed, invocation);
  return SUCCESS;
}

function printComposed(composed: ComposedContext, { value, has }: Invocation): void {
  const { system, messages, palette } = composed;
  if (has("json")) printJson(composed);
  else if (has("tree")) printResult(escapeOnTerminal(`${palette.tree}\n`));
  else {
    printPrompt({ system, messages, tools: palette.definitions }, value("for") ?? "messages");
  }
}

/** Returns an estimator by its name; none stands for the usual one, which takes the least to load. */
async function openNamedEstimator(name: string | undefined): Promise<TokenEstimator | undefined> {
  if (name === undefined) return undefined;
  const { openEstimator } = await import("@dossier/retrieval");
  return await openEstimator(name as TokenEstimatorName);
}
