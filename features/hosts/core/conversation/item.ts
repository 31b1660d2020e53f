import type { JsonValue } from "@dossier/core/json";
import type { PromptMessage } from "@dossier/core/prompt";

/** A part of a message or of a tool's output. */
export type ContentPart =
  | { readonly kind: "text"; readonly text: string }
  /** An image by its URL, which may be a `data:` URL. */
  | { readonly kind: "image"; readonly url: string };

/** The output of a tool. */
export interface ToolOutput {
  /** The output as text. */
  readonly content: string;
  /** The output in parts; present when it contains images. */
  readonly parts?: readonly ContentPart[];
  /** False when the tool failed. */
  readonly success?: boolean;
}

/** A message of a conversation. */
export interface MessageItem {
  /** Distinguishes messages from other items. */
  readonly kind: "message";
  /** `user`, `assistant`, `developer`, `system`, or another role of a provider. */
  readonly role: string;
  /** The parts of the message, in order. */
  readonly content: readonly ContentPart[];
}

/** One item of a conversation, with the kinds of Codex. An output has the id of its call. */
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
  /** A command of the provider's own shell tool; its output is a function output. */
  | { readonly kind: "local_shell_call"; readonly callId?: string; readonly action: JsonValue }
  | {
    readonly kind: "reasoning";
    readonly summary: readonly string[];
    readonly encryptedContent?: string;
  }
  | { readonly kind: "web_search_call"; readonly query: string }
  /** Searches for tools that the server answers itself have no id. */
  | { readonly kind: "tool_search_call"; readonly callId?: string; readonly arguments: JsonValue }
  | {
    readonly kind: "tool_search_output";
    readonly callId?: string;
    readonly status: string;
    readonly tools: readonly JsonValue[];
  }
  | { readonly kind: "compaction_summary"; readonly encryptedContent: string }
  /** A snapshot of the tree for an undo: stored, and never sent. */
  | { readonly kind: "ghost_snapshot"; readonly commit: string }
  | { readonly kind: "other" };

/** Returns a text as a message item. */
export function toMessageItem(role: string, text: string): MessageItem {
  return { kind: "message", role, content: [{ kind: "text", text }] };
}

/** Replaces an image where only text is allowed. */
const IMAGE_PLACEHOLDER = "[an image is left out here]";

/** Returns a part for a model without image input. */
export function withoutImage(part: ContentPart): ContentPart {
  return part.kind === "text" ? part : { kind: "text", text: IMAGE_PLACEHOLDER };
}

/**
 * Returns the text of a message, a line break between its parts, with a placeholder for each image.
 */
export function messageText({ content }: MessageItem): string {
  return content.map((part) => part.kind === "text" ? part.text : IMAGE_PLACEHOLDER).join("\n");
}

/**
 * Returns items as plain messages, for models and files without other kinds: calls become messages
 * of the assistant, outputs messages of the tool. Reasoning, and items that only the provider or
 * the host can read, are omitted.
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

/** The output kind of each kind of call: a shell's call has the same outputs as a function's. */
const OUTPUT_KINDS = {
  function_call: "function_call_output",
  local_shell_call: "function_call_output",
  custom_tool_call: "custom_tool_call_output",
  tool_search_call: "tool_search_output",
} as const;

type Call = Extract<HistoryItem, { readonly kind: keyof typeof OUTPUT_KINDS }>;

/** A call or an output, with the key of its pair. */
interface PairSide {
  /** The call, when it is one. */
  readonly call?: Call & { readonly callId: string };
  /** Key of the pair: a call and its output have the same one. */
  readonly key: string;
}

/** Returns the key of an item's pair; undefined for an item without one. */
function findPair(item: HistoryItem): PairSide | undefined {
  if (!("callId" in item)) return undefined;
  const { callId } = item;
  if (callId === undefined) return undefined;
  if (!isCall(item)) return { key: `${item.kind} ${callId}` };
  return { call: { ...item, callId }, key: `${OUTPUT_KINDS[item.kind]} ${callId}` };
}

function isCall(item: HistoryItem): item is Call {
  return Object.hasOwn(OUTPUT_KINDS, item.kind);
}

/** Returns the output of a call that has none, from Codex: always the same for a call. */
function abortedOutput({ kind, callId }: Call & { readonly callId: string }): HistoryItem {
  const output = OUTPUT_KINDS[kind];
  return output === "tool_search_output"
    ? { kind: output, callId, status: "completed", tools: [] }
    : { kind: output, callId, output: { content: "aborted" } };
}

/** Abilities of a model. */
export interface NormaliseOptions {
  /** If false, images are replaced by a placeholder. @default true */
  readonly images?: boolean;
}

/**
 * Returns a history as models accept it: each call is followed by an output, each output preceded
 * by its call, and internal items are removed. Items that need no change are returned as they are.
 */
export function normaliseHistory(
  items: readonly HistoryItem[],
  { images = true }: NormaliseOptions = {},
): readonly HistoryItem[] {
  const lastOutputs = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const pair = findPair(item);
    if (pair !== undefined && pair.call === undefined) lastOutputs.set(pair.key, index);
  }
  const called = new Set<string>();
  return items.flatMap((item, index) => {
    if (item.kind === "ghost_snapshot") return [];
    const given = images ? item : removeImages(item);
    const pair = findPair(item);
    if (pair === undefined) return [given];
    const { call, key } = pair;
    if (call === undefined) return called.has(key) ? [given] : [];
    called.add(key);
    return (lastOutputs.get(key) ?? -1) > index ? [given] : [given, abortedOutput(call)];
  });
}

function removeImages(item: HistoryItem): HistoryItem {
  if (item.kind === "message") return { ...item, content: item.content.map(withoutImage) };
  if (item.kind !== "function_call_output" && item.kind !== "custom_tool_call_output") return item;
  const { parts } = item.output;
  if (parts === undefined) return item;
  return { ...item, output: { ...item.output, parts: parts.map(withoutImage) } };
}

/** Returns a history without its oldest item, and without its call or output. */
export function removeFirst(items: readonly HistoryItem[]): readonly HistoryItem[] {
  const [first, ...rest] = items;
  const pair = first === undefined ? undefined : findPair(first);
  if (pair === undefined) return rest;
  const counterpart = rest.findIndex((item) => {
    const other = findPair(item);
    return other?.key === pair.key && (other.call === undefined) !== (pair.call === undefined);
  });
  return counterpart < 0 ? rest : rest.toSpliced(counterpart, 1);
}
