import { escapeMarkup } from "@dossier/core/prompt";
import type { Profile, ProfileOutput } from "./profile.ts";
import { countCodePoints } from "@dossier/core/text";
import type { PromptMessage } from "@dossier/core/prompt";
import { takeNewest } from "@dossier/core/prompt";

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

/** What stands between two parts of a prompt. */
const BLANK_LINE = "\n\n";

/** What is not allowed in the name of a tag. */
const TAG_REGEXP = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** The tag around an item whose name can be none. */
const PLAIN_TAG = "context";

/** An item that is put between tags. */
export interface WrappedItem {
  readonly id: string;
  /** What it is, such as `knowledge`; no attribute when empty. */
  readonly itemType: string;
  /** Its own name, which becomes the tag; the last part of its id without. */
  readonly name?: string;
}

/** Returns a text between tags that say what it is. */
export function wrapItem(text: string, { id, itemType, name }: WrappedItem): string {
  const written = name ?? id.slice(id.lastIndexOf("/") + 1);
  const tag = TAG_REGEXP.test(written) ? written : PLAIN_TAG;
  const type = itemType === "" ? "" : ` type="${escapeMarkup(itemType)}"`;
  return `<${tag} id="${escapeMarkup(id)}"${type}>\n${text.trim()}\n</${tag}>`;
}

/** Returns parts of a prompt with a blank line between, without those that say nothing. */
export function joinParts(parts: readonly string[]): string {
  return parts.map((part) => part.trim()).filter((part) => part !== "").join(BLANK_LINE);
}

/** Texts of one event's hooks and of a chain, each in order. */
export interface PromptTexts {
  readonly hooks: readonly string[];
  readonly chain: readonly string[];
}

/** Returns the system prompt: what hooks say, then what the chain says; empty when neither says anything. */
export function assembleSystem({ hooks, chain }: PromptTexts): string {
  return joinParts([...hooks, ...chain]);
}

/** Returns the first user message: hooks, the chain, the prompt, and the same behind it the other way round. */
export function assembleFirstMessage(
  { before, prompt, after }: {
    readonly before: PromptTexts;
    readonly prompt: string;
    readonly after: PromptTexts;
  },
): string {
  return joinParts([...before.hooks, ...before.chain, prompt, ...after.chain, ...after.hooks]);
}

/** Tokens of the earlier conversation that a continued thread is given, as Rye has them. */
export const RESUME_CEILING_TOKENS = 16_000;

/** What continues a thread whose profile names nothing else. */
export const CONTINUATION = "Continue where the conversation above ends.";

/** Characters of a token in the ceiling, rounded down as Rye rounds. */
const CHARACTERS_PER_TOKEN = 4;

/** What a continued thread begins with. */
export interface ResumeOptions {
  readonly ceiling?: number;
  /** What hooks say to a continued thread, before and after. */
  readonly hooks?: readonly string[];
  /** The prompt that goes on; {@link CONTINUATION} when empty. */
  readonly continuation?: string;
}

/**
 * Returns the messages of a continued thread: the newest of the earlier ones that fit, from one of the user
 * on, and the prompt that goes on. What hooks say stands in front of the last message of the user, so that
 * it is not far back.
 */
export function resumeMessages(
  earlier: readonly PromptMessage[],
  { ceiling = RESUME_CEILING_TOKENS, hooks = [], continuation = "" }: ResumeOptions = {},
): readonly PromptMessage[] {
  const tail = keepTail(earlier, ceiling);
  const first = tail.findIndex(({ role }) => role === "user");
  const prompt = joinParts([...hooks, continuation.trim() === "" ? CONTINUATION : continuation]);
  return [...(first < 0 ? [] : tail.slice(first)), { role: "user", content: prompt }];
}

/** Returns the newest messages that fit, and at least the last one. */
function keepTail(messages: readonly PromptMessage[], ceiling: number): readonly PromptMessage[] {
  const { first } = takeNewest(messages, {
    budget: ceiling,
    cost: ({ content }) => Math.floor(countCodePoints(content) / CHARACTERS_PER_TOKEN),
  });
  return messages.slice(Math.min(first, Math.max(0, messages.length - 1)));
}
