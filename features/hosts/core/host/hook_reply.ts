import { measureUtf8 } from "@dossier/core/utf8";
import type { HookTextLimit, HostEvent } from "../hosts/mod.ts";
import type { HookHost } from "./read_hook_input.ts";

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

/**
 * Bytes of UTF-8 that we put into a session at once: with a label of at most 200 below 10,000 characters (Claude Code)
 * and 2,500 tokens of four bytes (Codex), which are the smallest limits of all hosts.
 */
export const HOOK_TEXT_BYTES = 9300;

/** A text of its own that a session is told at an event. */
export interface HookPart {
  /** What it is, such as `map`; of equal parts the same. */
  readonly name: string;
  readonly text: string;
  /** How there is more of it, as half a sentence. */
  readonly more: string;
  /** Name under which it is noted as told, once the reply is made. @default it is noted with the answer */
  readonly receipt?: string | undefined;
}

/** Room for the line on what is left out. */
const CLOSING_BYTES = 200;

/**
 * Returns parts as one text of at most so many bytes, in their order. One that does not fit is cut at the end of a
 * line, and what was left out is told with how there is more of it.
 */
export function fitHookParts(parts: readonly HookPart[], room: number): string {
  const whole = parts.map(({ text }) => text.trimEnd()).filter((text) => text !== "").join("\n\n");
  if (measureUtf8(whole).bytes <= room) return whole;
  let left = room - CLOSING_BYTES;
  const kept: string[] = [];
  const missing: string[] = [];
  for (const { name, text, more } of parts) {
    const lines = text.trimEnd().split("\n");
    const count = countFitting(lines, left);
    if (count > 0) {
      kept.push(lines.slice(0, count).join("\n"));
      left -= measureUtf8(kept.at(-1)!).bytes + 2;
    }
    if (count < lines.length) missing.push(`${lines.length - count} lines of the ${name}: ${more}`);
  }
  const closing = `Left out for want of room: ${missing.join("; ")}`;
  return [...kept, closing.slice(0, CLOSING_BYTES - 2)].join("\n\n");
}

/** Returns how many lines fit; none of them is cut. */
function countFitting(lines: readonly string[], room: number): number {
  let bytes = 0;
  for (const [index, line] of lines.entries()) {
    bytes += measureUtf8(line).bytes + 1;
    if (bytes > room + 1) return index;
  }
  return lines.length;
}
