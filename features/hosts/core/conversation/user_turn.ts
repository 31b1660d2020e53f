import { stripHookBlocks } from "../host/hook_block.ts";
import { isHostSummary, isHostText } from "../hosts/mod.ts";
import { type HistoryItem, type MessageItem, messageText } from "./item.ts";

/** What stands above the summary of a compacted conversation, on a line of its own. */
export const SUMMARY_PREFIX: string =
  "This conversation went on for longer than fits here. Another model has left this summary of it: go on from " +
  "there, and do nothing again that is done.";

/** Returns a summary as the message that takes the place of what it sums up. */
export function renderSummary(summary: string): string {
  return `${SUMMARY_PREFIX}\n${summary.trim() === "" ? "(no summary available)" : summary}`;
}

/**
 * Returns whether an item is a message that the user has written: no instructions, environment, summary or context of
 * ours, which hosts send in the name of the user.
 */
export function isUserTurn(item: HistoryItem): item is MessageItem {
  if (item.kind !== "message" || item.role !== "user") return false;
  const text = messageText(item);
  const own = stripHookBlocks(text);
  return !isHostText(text) && !isHostSummary(text) && !text.startsWith(`${SUMMARY_PREFIX}\n`) &&
    (own === text || own.trim() !== "");
}

/** Returns what the user has written in a message, without the context that we have put beside it. */
export function userText(item: MessageItem): string {
  return stripHookBlocks(messageText(item));
}
