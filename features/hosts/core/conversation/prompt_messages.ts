import type { PromptMessage } from "@dossier/core/prompt";
import { type HistoryItem, messageText } from "./item.ts";

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
