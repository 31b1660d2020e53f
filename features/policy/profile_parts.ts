import { isContextError } from "@dossier/core/errors";
import type { SessionPart, SessionTools } from "@dossier/retrieval/feature";
import { composePrompt } from "./policies_of.ts";

/**
 * Returns the texts of the profile with the name of a subagent; undefined when there is none that
 * can be read.
 */
export async function listProfileParts(
  agentType: string,
  { services, report }: SessionTools,
): Promise<readonly SessionPart[] | undefined> {
  try {
    const request = { profile: agentType, isPartial: true };
    const { system, messages } = await composePrompt(services, request);
    const text = [system, ...messages.map(({ content }) => content)].filter((one) => one !== "")
      .join("\n\n");
    return text === "" ? [] : [{ name: "profile", text, more: `dossier profile ${agentType}` }];
  } catch (error) {
    if (!isContextError(error) || error.code !== "profile-not-found") report(error);
    return undefined;
  }
}
