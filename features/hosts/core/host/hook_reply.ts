import { measureUtf8 } from "@dossier/core/utf8";
import type { HookTextLimit, HostEvent } from "../hosts/mod.ts";
import type { HookHost } from "./read_hook_input.ts";

/**
 * Returns the output of a hook that passes a text to the agent; empty for an empty text, and at an
 * event without text.
 *
 * @param notice A line for the user, when the host shows one.
 * @throws {RangeError} For a text over the limit of the host.
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
    throw new RangeError(`Cannot send ${host.label} more than ${count} ${unit} at once`);
  }
  // A text that starts like JSON would be parsed as JSON.
  if (event.reply === "text" && !/^\s*[[{]/.test(text)) return `${text}\n`;
  if (event.reply === "flat") return `${JSON.stringify({ [host.flatKey!]: text })}\n`;
  const output = { hookEventName: event.name, additionalContext: text };
  const { noticeKey } = host;
  const shown = noticeKey === undefined || notice === undefined ? {} : { [noticeKey]: notice };
  return `${JSON.stringify({ ...shown, hookSpecificOutput: output })}\n`;
}

/** Returns the length of a text in the unit of a limit: UTF-16 code units, or bytes of UTF-8. */
export function measureHookText(text: string, { unit }: Pick<HookTextLimit, "unit">): number {
  return unit === "bytes" ? measureUtf8(text).bytes : text.length;
}

/**
 * Maximum number of bytes of UTF-8 in one text of a hook: with a label of at most 200 below 10,000
 * characters (Claude Code) and 2,500 tokens of four bytes (Codex), the smallest limits of all
 * hosts.
 */
export const HOOK_TEXT_BYTES = 9300;

/** A separate part of a hook's text. */
export interface HookPart {
  /** Name of the part, such as `map`; equal parts have the same. */
  readonly name: string;
  readonly text: string;
  /** Half a sentence on how to get the rest of it. */
  readonly more: string;
  /**
   * Name under which its delivery is recorded after the reply. @default it is recorded with the
   * answer
   */
  readonly receipt?: string | undefined;
}

/** Bytes for the line about omitted parts. */
const CLOSING_BYTES = 200;

/**
 * Returns parts as one text of at most so many bytes, in order. A part that does not fit is cut at
 * the end of a line, and a last line states what was omitted and how to get it.
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
  const closing = `Omitted for lack of room: ${missing.join("; ")}`;
  return [...kept, closing.slice(0, CLOSING_BYTES - 2)].join("\n\n");
}

/** Returns the number of whole lines that fit. */
function countFitting(lines: readonly string[], room: number): number {
  let bytes = 0;
  for (const [index, line] of lines.entries()) {
    bytes += measureUtf8(line).bytes + 1;
    if (bytes > room + 1) return index;
  }
  return lines.length;
}
