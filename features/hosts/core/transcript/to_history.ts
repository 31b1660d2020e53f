import { type HistoryItem, toMessageItem } from "../conversation/item.ts";
import { isUserTurn, renderSummary } from "../conversation/history.ts";
import type { FileTouch, TranscriptEvent } from "./transcript_event.ts";
import { type TimelineEntry, toTimelineText } from "@dossier/core/metrics";

/**
 * Returns the events of a session as the current conversation of its model: of the messages that a
 * compaction replaced, only those of the user and the summary are left. Subagents have
 * conversations of their own, which are omitted.
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
    // An output may have several pieces; the first one is the output of the call.
    const answered = callId !== undefined && open.has(callId) ? callId : undefined;
    items.push(toItem(event, answered));
    if (kind === "call" && callId !== undefined) open.add(callId);
    else if (answered !== undefined) open.delete(answered);
  }
  return items;
}

/** @param answered Id of the call that the event responds to; undefined when there is none. */
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

/**
 * Returns the timeline entry of an event; undefined for a call, whose output has the entry, and for
 * usage.
 */
export function toTimelineEntry(event: TranscriptEvent): TimelineEntry | undefined {
  const { kind, time, agent, text, tokens, touches = [], fragments = [] } = event;
  if (kind === "call" || kind === "usage") return undefined;
  const files = kind === "given" ? fragments.map(formatLines) : touches.map(formatLines);
  return {
    ...(time !== undefined && { time }),
    from: "transcript",
    kind: kind === "output" ? touches[0]?.action ?? "ran" : kind,
    ...(kind !== "compaction" && { tokens }),
    text: kind === "output"
      ? formatOutput(event)
      : toTimelineText(kind === "given" && files.length > 0 ? files.join(", ") : text),
    ...(agent !== undefined && { agent }),
    ...(files.length > 0 && { files }),
  };
}

function formatOutput({ tool = "", asked = "", touches = [], failed }: TranscriptEvent): string {
  const isNamed = touches.length > 0 && touches.every(({ action }) => action !== "search");
  const what = isNamed ? touches.map(formatLines).join(", ") : toTimelineText(asked);
  return `${failed ? "failed: " : ""}${tool}${what === "" ? "" : `: ${what}`}`;
}

function formatLines({ path, lines }: Pick<FileTouch, "path" | "lines">): string {
  if (lines === undefined) return path;
  const { startLine, endLine } = lines;
  if (startLine < 0) return `${path}:${startLine}`;
  return `${path}:${startLine}-${endLine === Infinity ? "" : endLine}`;
}
