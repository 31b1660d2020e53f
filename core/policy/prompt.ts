import { escapeMarkup } from "./message.ts";
import type { Profile, ProfileOutput } from "./profile.ts";

/** How a prompt calls things. */
export interface PolicyWords {
  /** The tag around what a profile asks for. */
  readonly tag: string;
  /** The tool that gives back what a profile is to give back, and the folder of its id. */
  readonly returnTool: string;
  readonly returnFolder: string;
  /** Whether permissions are shown as XML, by what they are written as; else a line each. */
  readonly asXml: boolean;
}

/** The words of a prompt by the form that a policy is written in; Rye's are those of its seed. */
export const POLICY_WORDS = {
  dossier: {
    tag: "profile",
    returnTool: "profile_return",
    returnFolder: "dossier",
    asXml: false,
  },
  rye: {
    tag: "directive",
    returnTool: "directive_return",
    returnFolder: "rye/agent/threads",
    asXml: true,
  },
} as const satisfies Readonly<Record<string, PolicyWords>>;

/** What of a profile becomes its prompt. */
export interface PromptProfile
  extends Pick<Profile, "name" | "description" | "permissions" | "permissionsText" | "outputs"> {
  /** What the agent is asked to do, its inputs filled in. */
  readonly body: string;
}

/** Returns what a profile asks of an agent, in lines between tags. */
export function renderPrompt(profile: PromptProfile, words: PolicyWords): string {
  const { name, description, body, outputs } = profile;
  return [
    `<${words.tag} name="${escapeMarkup(name)}">`,
    description === "" ? "" : `<description>${escapeMarkup(description)}</description>`,
    renderPermissions(profile, words),
    body.trim(),
    outputs.length === 0 ? "" : renderOutputs(outputs, words),
    `</${words.tag}>`,
  ].filter((line) => line !== "").join("\n");
}

function renderPermissions(
  { permissions, permissionsText }: PromptProfile,
  { asXml, tag }: PolicyWords,
): string {
  if (asXml && permissionsText !== "") return permissionsText;
  if (permissions.length === 0) return "";
  const lines = asXml
    ? permissions.map((one) => toElement(one, tag))
    : permissions.map(escapeMarkup);
  return ["<permissions>", ...lines, "</permissions>"].join("\n");
}

/**
 * Returns a capability as Rye's permissions are written: `execute.tool.a.*` is `a.*` in two tags.
 *
 * @param profileTag What a profile is called there.
 */
function toElement(capability: string, profileTag: string): string {
  const names = capability.split(".");
  if (names.length > 2 && names[1] === "profile") names[1] = profileTag;
  const tags = names.length > 2 ? names.slice(0, 2) : names.slice(0, -1);
  const content = escapeMarkup(names.slice(tags.length).join("."));
  return tags.reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, content);
}

function renderOutputs(outputs: readonly ProfileOutput[], { returnTool }: PolicyWords): string {
  const fields = outputs.map(({ name, type, required, description = "" }) =>
    `- ${name} (${type}, ${required ? "required" : "optional"})` +
    (description === "" ? "" : `: ${description}`)
  );
  return [
    `When the work is done, call ${returnTool} with these fields:`,
    ...fields,
    `When something stands in the way, call ${returnTool} with status="error" and say what it is in error_detail.`,
  ].join("\n");
}
