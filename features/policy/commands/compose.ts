import type { TokenEstimator, TokenEstimatorName } from "@dossier/core";
import { type ProviderName, toPromptText, toProviderRequest } from "@dossier/core/prompt";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  UsageError,
} from "@dossier/retrieval/operation";
import { type ComposedContext, composeProfile } from "../compose_profile.ts";
import { parseInputs } from "../request_fields.ts";
import { openPolicies } from "../policies.ts";
import type { PolicyFormName } from "../policy_form.ts";

/**
 * Prints the prompt of an agent in the form of a provider's request.
 *
 * @throws {UsageError} Without a profile, and for an input without a name.
 */
export async function runCompose(
  caller: CommandCaller,
  context: CommandContext,
): Promise<CommandResult> {
  const { value, values, has, words } = caller;
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
    inputs: parseInputs(values("input")),
    resume: resume === undefined ? undefined : caller.resolvePath(resume),
    transcript: has("lenient") ? "lenient" : "strict",
    words: value("words") as PolicyFormName | undefined,
    estimator: await openNamedEstimator(value("estimator")),
  }, openPolicies({ root: context.root, ...context.spaces }));
  for (const note of composed.notes) context.report(note);
  for (const { id, reason, detail } of composed.skipped) {
    if (reason === "not_found" || reason === "failed") {
      context.report(`"${id}" is omitted: ${detail ?? "it is not found"}`);
    }
  }
  printComposed(composed, caller, context);
  return "done";
}

function printComposed(
  composed: ComposedContext,
  { value, has }: CommandCaller,
  { print, printJson, escape }: CommandContext,
): void {
  const { system, messages, palette } = composed;
  const prompt = { system, messages, tools: palette.definitions };
  const provider = value("for") ?? "messages";
  if (has("json")) printJson(composed);
  else if (has("tree")) print(escape(`${palette.tree}\n`));
  else if (provider === "text") print(escape(`${toPromptText(prompt)}\n`));
  else printJson(toProviderRequest(prompt, provider as ProviderName));
}

/** Returns an estimator by its name; undefined selects the default, which loads fastest. */
async function openNamedEstimator(name: string | undefined): Promise<TokenEstimator | undefined> {
  if (name === undefined) return undefined;
  const { openEstimator } = await import("@dossier/retrieval");
  return await openEstimator(name as TokenEstimatorName);
}
