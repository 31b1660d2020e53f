import { measureUtf8 } from "@dossier/core/utf8";
import type { HookTextLimit, HostEvent } from "../hosts/mod.ts";
import type { HookHost } from "./hook_hosts.ts";

/**
 * Returns what goes to standard output so that a text gets to the agent; empty for an empty text, and where an
 * event takes none.
 *
 * @param notice A line for the user, where the host shows one.
 * @throws {RangeError} For a text that the host would not pass on as it is.
 */
export function renderHookReply(
  host: HookHost,
  event: HostEvent,
  text: string,
  notice?: string,
): string {
  if (text === "" || event.reply === undefined) return "";
  if (host.limit !== undefined && measureHookText(text, host.limit) > host.limit.count) {
    const { count, unit } = host.limit;
    throw new RangeError(`Cannot tell ${host.label} more than ${count} ${unit} at once`);
  }
  // A text that begins like JSON would be read as such.
  if (event.reply === "text" && !/^\s*[[{]/.test(text)) return `${text}\n`;
  if (event.reply === "flat") return `${JSON.stringify({ [host.flatKey!]: text })}\n`;
  const output = { hookEventName: event.name, additionalContext: text };
  const { noticeKey } = host;
  const shown = noticeKey === undefined || notice === undefined ? {} : { [noticeKey]: notice };
  return `${JSON.stringify({ ...shown, hookSpecificOutput: output })}\n`;
}

/** Returns how much a text is in the unit of a limit: UTF-16 code units, or bytes of UTF-8. */
export function measureHookText(text: string, { unit }: Pick<HookTextLimit, "unit">): number {
  return unit === "bytes" ? measureUtf8(text).bytes : text.length;
}
