import type { FragmentPosition } from "@dossier/core";
import { interpolateInputs, type ItemOrigin, PromptLimit, type SkippedBlock } from "../core/mod.ts";
import type { ProfileBrief } from "./ask_profile.ts";

/** A text that a profile says to an agent, itself or by its chain and its hooks. */
export interface SaidText {
  /** URI of what it is. */
  readonly source: string;
  readonly position: FragmentPosition;
  /** Who asks for it, such as `profile review/base`. */
  readonly by: string;
  readonly text: string;
  /** The same as its file has it. */
  readonly written: string;
  readonly origin: ItemOrigin;
  /** Whether it is what the profile itself asks of the agent. */
  readonly isPrompt?: true;
}

/** Returns what a profile says: what it asks of the agent, then the texts around that in their order. */
export async function listSaid({ composed, policies }: ProfileBrief): Promise<readonly SaidText[]> {
  const { chain, inputs, blocks } = composed;
  const { id, body, origin } = chain.at(-1)!;
  const prompt: SaidText = {
    source: toSourceUri("profile", id),
    position: "before",
    by: `profile ${id}`,
    origin,
    text: interpolateInputs(body, inputs, new PromptLimit(id)).trim(),
    written: body,
    isPrompt: true,
  };
  const around = await Promise.all(blocks.map(async (block): Promise<SaidText> => {
    const { itemId, position, text, origin } = block;
    const written = (await policies.findKnowledge(itemId))?.body ?? text;
    return {
      source: toSourceUri("knowledge", itemId),
      position,
      by: nameAsking(block),
      origin,
      // The tags around it say what the bundle says of each fragment.
      text: isBetweenTags(text, written) ? written : text,
      written,
    };
  }));
  return prompt.text === "" ? around : [prompt, ...around];
}

function isBetweenTags(text: string, written: string): boolean {
  return text.slice(text.indexOf("\n") + 1, text.lastIndexOf("\n")) === written;
}

/** Returns who asks for something that is given or left out. */
export function nameAsking(
  { source, id, profile = "" }: Pick<SkippedBlock, "source" | "id" | "profile">,
): string {
  return source === "hook" ? `hook ${id}` : `profile ${profile}`;
}

/** Returns the URI of what is left out; of what a hook asks for that of the hook. */
export function skippedSource({ source, id }: Pick<SkippedBlock, "source" | "id">): string {
  return toSourceUri(source === "hook" ? "hook" : "knowledge", id);
}

function toSourceUri(scheme: "profile" | "knowledge" | "hook", id: string): string {
  return `${scheme}:${id.toWellFormed().split("/").map(encodeURIComponent).join("/")}`;
}
