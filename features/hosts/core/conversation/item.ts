import type { JsonValue } from "@dossier/core/json";
import type { PromptMessage } from "@dossier/core/prompt";

/** A part of what a message or a tool says. */
export type ContentPart =
  | { readonly kind: "text"; readonly text: string }
  /** An image by its URL, which may be a `data:` URL. */
  | { readonly kind: "image"; readonly url: string };

/** What a tool has answered. */
export interface ToolOutput {
  /** The answer as text. */
  readonly content: string;
  /** The same in parts, where images are among them. */
  readonly parts?: readonly ContentPart[];
  /** Whether the tool did what it was asked. */
  readonly success?: boolean;
}

/** What somebody says. */
export interface MessageItem {
  /** Tells messages from other items. */
  readonly kind: "message";
  /** `user`, `assistant`, `developer`, `system`, or what else a provider knows. */
  readonly role: string;
  /** In order. */
  readonly content: readonly ContentPart[];
}

/**
 * One item of a conversation, as Codex tells them apart. What answers a call has the call's id.
 */
export type HistoryItem =
  | MessageItem
  | {
    readonly kind: "function_call";
    readonly callId: string;
    readonly name: string;
    /** As the model has written them, usually JSON. */
    readonly arguments: string;
  }
  | { readonly kind: "function_call_output"; readonly callId: string; readonly output: ToolOutput }
  | {
    readonly kind: "custom_tool_call";
    readonly callId: string;
    readonly name: string;
    readonly input: string;
  }
  | {
    readonly kind: "custom_tool_call_output";
    readonly callId: string;
    readonly output: ToolOutput;
  }
  /** A command that the provider's own shell tool asks for; a function output answers it. */
  | { readonly kind: "local_shell_call"; readonly callId?: string; readonly action: JsonValue }
  | {
    readonly kind: "reasoning";
    readonly summary: readonly string[];
    readonly encryptedContent?: string;
  }
  | { readonly kind: "web_search_call"; readonly query: string }
  /** The server answers its own searches for tools, which have no id. */
  | { readonly kind: "tool_search_call"; readonly callId?: string; readonly arguments: JsonValue }
  | {
    readonly kind: "tool_search_output";
    readonly callId?: string;
    readonly status: string;
    readonly tools: readonly JsonValue[];
  }
  | { readonly kind: "compaction_summary"; readonly encryptedContent: string }
  /** A state of the tree to go back to: kept, and never sent. */
  | { readonly kind: "ghost_snapshot"; readonly commit: string }
  | { readonly kind: "other" };

/** Returns what somebody says as an item. */
export function toMessageItem(role: string, text: string): MessageItem {
  return { kind: "message", role, content: [{ kind: "text", text }] };
}

/** What stands for an image where only text may stand. */
const IMAGE_PLACEHOLDER = "[an image is left out here]";

/** Returns a part as it is given to a model that reads no images. */
export function withoutImage(part: ContentPart): ContentPart {
  return part.kind === "text" ? part : { kind: "text", text: IMAGE_PLACEHOLDER };
}

/** Returns what a message says, a line end between its parts; the place of an image is said. */
export function messageText({ content }: MessageItem): string {
  return content.map((part) => part.kind === "text" ? part.text : IMAGE_PLACEHOLDER).join("\n");
}

/**
 * Returns items as plain messages, for models and files that know nothing else: calls as what the assistant says,
 * outputs as what the tool does. What only the provider or the host can read is left out, and so is what the model
 * thought.
 */
export function toPromptMessages(items: readonly HistoryItem[]): readonly PromptMessage[] {
  return items.flatMap((item): readonly PromptMessage[] => {
    switch (item.kind) {
      case "message":
        return [{ role: item.role, content: messageText(item) }];
      case "function_call":
        return [{ role: "assistant", content: `${item.name}: ${item.arguments}` }];
      case "custom_tool_call":
        return [{ role: "assistant", content: `${item.name}: ${item.input}` }];
      case "local_shell_call":
        return [{ role: "assistant", content: `shell: ${JSON.stringify(item.action)}` }];
      case "web_search_call":
        return [{ role: "assistant", content: `web search: ${item.query}` }];
      case "function_call_output":
      case "custom_tool_call_output":
        return [{ role: "tool", content: item.output.content }];
      default:
        return [];
    }
  });
}

/** What answers each kind of call: a shell's call has the same outputs as a function's. */
const OUTPUT_KINDS = {
  function_call: "function_call_output",
  local_shell_call: "function_call_output",
  custom_tool_call: "custom_tool_call_output",
  tool_search_call: "tool_search_output",
} as const;

type Call = Extract<HistoryItem, { readonly kind: keyof typeof OUTPUT_KINDS }>;

/** One side of a call and its output. */
interface PairSide {
  /** The call, on its side. */
  readonly call?: Call & { readonly callId: string };
  /** The same for both sides. */
  readonly key: string;
}

/** Returns which side of which pair an item is; undefined for one that stands alone. */
function pairOf(item: HistoryItem): PairSide | undefined {
  if (!("callId" in item)) return undefined;
  const { callId } = item;
  if (callId === undefined) return undefined;
  if (!isCall(item)) return { key: `${item.kind} ${callId}` };
  return { call: { ...item, callId }, key: `${OUTPUT_KINDS[item.kind]} ${callId}` };
}

function isCall(item: HistoryItem): item is Call {
  return Object.hasOwn(OUTPUT_KINDS, item.kind);
}

/** Returns what stands for the output of a call that has none, as Codex has it: always the same for a call. */
function abortedOutput({ kind, callId }: Call & { readonly callId: string }): HistoryItem {
  const output = OUTPUT_KINDS[kind];
  return output === "tool_search_output"
    ? { kind: output, callId, status: "completed", tools: [] }
    : { kind: output, callId, output: { content: "aborted" } };
}

/** What a model can be given. */
export interface NormaliseOptions {
  /** Whether it reads images. @default true */
  readonly images?: boolean;
}

/**
 * Returns a history as models take it: each call has an output behind it, each output a call before it, and what is
 * internal is gone. A history that is so already is returned as it is.
 */
export function normaliseHistory(
  items: readonly HistoryItem[],
  { images = true }: NormaliseOptions = {},
): readonly HistoryItem[] {
  const lastOutputs = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const pair = pairOf(item);
    if (pair !== undefined && pair.call === undefined) lastOutputs.set(pair.key, index);
  }
  const called = new Set<string>();
  return items.flatMap((item, index) => {
    if (item.kind === "ghost_snapshot") return [];
    const given = images ? item : imageless(item);
    const pair = pairOf(item);
    if (pair === undefined) return [given];
    const { call, key } = pair;
    if (call === undefined) return called.has(key) ? [given] : [];
    called.add(key);
    return (lastOutputs.get(key) ?? -1) > index ? [given] : [given, abortedOutput(call)];
  });
}

function imageless(item: HistoryItem): HistoryItem {
  if (item.kind === "message") return { ...item, content: item.content.map(withoutImage) };
  if (item.kind !== "function_call_output" && item.kind !== "custom_tool_call_output") return item;
  const { parts } = item.output;
  if (parts === undefined) return item;
  return { ...item, output: { ...item.output, parts: parts.map(withoutImage) } };
}

/** Returns a history without its oldest item, and without the call or output that belongs to it. */
export function removeFirst(items: readonly HistoryItem[]): readonly HistoryItem[] {
  const [first, ...rest] = items;
  const pair = first === undefined ? undefined : pairOf(first);
  if (pair === undefined) return rest;
  const counterpart = rest.findIndex((item) => {
    const other = pairOf(item);
    return other?.key === pair.key && (other.call === undefined) !== (pair.call === undefined);
  });
  return counterpart < 0 ? rest : rest.toSpliced(counterpart, 1);
}
