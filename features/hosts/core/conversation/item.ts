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
