import { type HistoryItem, toMessageItem } from "../conversation/item.ts";
import { isUserTurn, renderSummary } from "../conversation/history.ts";
import type { TranscriptEvent } from "./transcript_event.ts";

/**
 * Returns what happened in a session as the conversation that its model has now: of what a compaction replaced, only
 * what the user said and the summary are left. Subagents have conversations of their own, which are left out.
 */
export function toHistoryItems(events: Iterable<TranscriptEvent>): readonly HistoryItem[] {
  let items: HistoryItem[] = [];
  const open = new Set<string>();
  for (const event of events) {
    const { kind, agent, callId } = event;
    if (agent !== undefined || kind === "usage") continue;
    if (kind === "compaction") {
      items = items.filter(isUserTurn);
      open.clear();
      continue;
    }
    // An output may be in several pieces, of which the first answers the call.
    const answered = callId !== undefined && open.has(callId) ? callId : undefined;
    items.push(toItem(event, answered));
    if (kind === "call" && callId !== undefined) open.add(callId);
    else if (answered !== undefined) open.delete(answered);
  }
  return items;
}

/** @param answered Id of the call that the event answers; undefined when it answers none. */
function toItem(event: TranscriptEvent, answered: string | undefined): HistoryItem {
  const { kind, text, tool = "", callId = "" } = event;
  if (answered !== undefined) {
    const output = { content: text, ...(event.failed && { success: false }) };
    return { kind: "function_call_output", callId: answered, output };
  }
  switch (kind) {
    case "call":
      return { kind: "function_call", callId, name: tool, arguments: text };
    case "user":
    case "assistant":
      return toMessageItem(kind, text);
    case "thinking":
      return { kind: "reasoning", summary: [text] };
    case "summary":
      return toMessageItem("user", renderSummary(text));
    default:
      return toMessageItem("developer", text);
  }
}
