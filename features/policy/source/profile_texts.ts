import type { FragmentPosition } from "@dossier/core";
import { interpolateInputs, type ItemOrigin, PromptLimit, type SkippedBlock } from "../core/mod.ts";
import type { RequestedProfile } from "./requested_profile.ts";

/** A text of a profile, its chain or its hooks. */
export interface ProfileText {
  /** URI of the profile or item. */
  readonly source: string;
  readonly position: FragmentPosition;
  /** The profile or hook that requests it, such as `profile review/base`. */
  readonly requester: string;
  readonly text: string;
  /** The text as in its file. */
  readonly written: string;
  readonly origin: ItemOrigin;
  /** True for the task of the profile itself. */
  readonly isPrompt?: true;
}

/** Returns the texts of a profile: its task, then the texts around it in order. */
export async function listProfileTexts(
  { composed, policies }: RequestedProfile,
): Promise<readonly ProfileText[]> {
  const { chain, inputs, blocks } = composed;
  const { id, body, origin } = chain.at(-1)!;
  const prompt: ProfileText = {
    source: toSourceUri("profile", id),
    position: "before",
    requester: `profile ${id}`,
    origin,
    text: interpolateInputs(body, inputs, new PromptLimit(id)).trim(),
    written: body,
    isPrompt: true,
  };
  const around = await Promise.all(blocks.map(async (block): Promise<ProfileText> => {
    const { itemId, position, text, origin } = block;
    const written = (await policies.findKnowledge(itemId))?.body ?? text;
    return {
      source: toSourceUri("knowledge", itemId),
      position,
      requester: formatRequester(block),
      origin,
      // The tags around it repeat what the bundle states for each fragment.
      text: isBetweenTags(text, written) ? written : text,
      written,
    };
  }));
  return prompt.text === "" ? around : [prompt, ...around];
}

function isBetweenTags(text: string, written: string): boolean {
  return text.slice(text.indexOf("\n") + 1, text.lastIndexOf("\n")) === written;
}

/** Returns the profile or hook that requests an item. */
export function formatRequester(
  { source, id, profile = "" }: Pick<SkippedBlock, "source" | "id" | "profile">,
): string {
  return source === "hook" ? `hook ${id}` : `profile ${profile}`;
}

/** Returns the URI of an omitted item; for a hook, that of the hook. */
export function toSkippedUri({ source, id }: Pick<SkippedBlock, "source" | "id">): string {
  return toSourceUri(source === "hook" ? "hook" : "knowledge", id);
}

function toSourceUri(scheme: "profile" | "knowledge" | "hook", id: string): string {
  return `${scheme}:${id.toWellFormed().split("/").map(encodeURIComponent).join("/")}`;
}
