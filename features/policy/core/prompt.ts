import { escapeMarkup } from "@dossier/core/prompt";
import type { Profile, ProfileOutput } from "./profile.ts";
import { countCodePoints } from "@dossier/core/text";
import type { PromptMessage } from "@dossier/core/prompt";
import { fitNewest } from "@dossier/core/prompt";

/** Terms of a prompt. */
export interface PolicyWords {
  /** The tag around the task of a profile. */
  readonly tag: string;
  /** The tool that returns the outputs of a profile, and the folder of its id. */
  readonly returnTool: string;
  readonly returnFolder: string;
  /** If true, permissions are shown as XML, as they are written; else one a line. */
  readonly asXml: boolean;
}

/** The terms of a prompt by the form of its policy; Rye's are those of its seed. */
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

/** The fields of a profile that are in its prompt. */
export interface PromptProfile
  extends Pick<Profile, "name" | "description" | "permissions" | "permissionsText" | "outputs"> {
  /** The task of the agent, its inputs filled in. */
  readonly body: string;
}

/** Returns the task of a profile in lines between tags. */
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
 * Returns a capability in the notation of Rye's permissions: `execute.tool.a.*` becomes `a.*` in
 * two tags.
 *
 * @param profileTag The tag of profiles.
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
    `When you cannot continue, call ${returnTool} with status="error" and describe the problem in error_detail.`,
  ].join("\n");
}

/** Separates two parts of a prompt. */
const BLANK_LINE = "\n\n";

/** Valid names of tags. */
const TAG_REGEXP = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** The tag around an item whose name is not a valid tag. */
const PLAIN_TAG = "context";

/** An item that is put between tags. */
export interface WrappedItem {
  readonly id: string;
  /** The type of the item, such as `knowledge`; empty for no attribute. */
  readonly itemType: string;
  /** The name that becomes the tag. @default the last part of the id */
  readonly name?: string;
}

/** Returns a text between tags with its id and type. */
export function wrapItem(text: string, { id, itemType, name }: WrappedItem): string {
  const written = name ?? id.slice(id.lastIndexOf("/") + 1);
  const tag = TAG_REGEXP.test(written) ? written : PLAIN_TAG;
  const type = itemType === "" ? "" : ` type="${escapeMarkup(itemType)}"`;
  return `<${tag} id="${escapeMarkup(id)}"${type}>\n${text.trim()}\n</${tag}>`;
}

/** Returns the non-empty parts of a prompt with a blank line between them. */
export function joinParts(parts: readonly string[]): string {
  return parts.map((part) => part.trim()).filter((part) => part !== "").join(BLANK_LINE);
}

/** Texts of the hooks of one event and of a chain, each in order. */
export interface PromptTexts {
  readonly hooks: readonly string[];
  readonly chain: readonly string[];
}

/**
 * Returns the system prompt: the texts of hooks, then those of the chain; empty when there are
 * none.
 */
export function assembleSystem({ hooks, chain }: PromptTexts): string {
  return joinParts([...hooks, ...chain]);
}

/** Returns the first user message: hooks, chain, prompt, and after it chain and hooks. */
export function assembleFirstMessage(
  { before, prompt, after }: {
    readonly before: PromptTexts;
    readonly prompt: string;
    readonly after: PromptTexts;
  },
): string {
  return joinParts([...before.hooks, ...before.chain, prompt, ...after.chain, ...after.hooks]);
}

/** Tokens of the earlier conversation that a continued thread includes (from Rye). */
export const RESUME_CEILING_TOKENS = 16_000;

/** The prompt that continues a thread whose profile declares none. */
export const CONTINUATION = "Continue where the conversation above ends.";

/** Characters per token in the ceiling, rounded down as in Rye. */
const CHARACTERS_PER_TOKEN = 4;

/** Options of {@link resumeMessages}. */
export interface ResumeOptions {
  readonly ceiling?: number;
  /** Texts of hooks for a continued thread, before and after. */
  readonly hooks?: readonly string[];
  /** The prompt that continues the thread; {@link CONTINUATION} when empty. */
  readonly continuation?: string;
}

/**
 * Returns the messages of a continued thread: the newest of the earlier messages that fit, from the
 * first user message on, and the prompt that continues them. The texts of hooks come before the
 * last user message, so that they are near the end.
 */
export function resumeMessages(
  earlier: readonly PromptMessage[],
  { ceiling = RESUME_CEILING_TOKENS, hooks = [], continuation = "" }: ResumeOptions = {},
): readonly PromptMessage[] {
  const tail = selectTail(earlier, ceiling);
  const first = tail.findIndex(({ role }) => role === "user");
  const prompt = joinParts([...hooks, continuation.trim() === "" ? CONTINUATION : continuation]);
  return [...(first < 0 ? [] : tail.slice(first)), { role: "user", content: prompt }];
}

/** Returns the newest messages that fit, and at least the last one. */
function selectTail(messages: readonly PromptMessage[], ceiling: number): readonly PromptMessage[] {
  const { first } = fitNewest(messages, {
    budget: ceiling,
    cost: ({ content }) => Math.floor(countCodePoints(content) / CHARACTERS_PER_TOKEN),
  });
  return messages.slice(Math.min(first, Math.max(0, messages.length - 1)));
}
