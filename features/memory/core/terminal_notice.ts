/**
 * Maximum number of bytes of UTF-8 that are typed into a terminal. Source: the original
 * specification.
 */
const MAX_BYTES = 1024;

const TRUNCATED = " …[truncated]";

/** Milliseconds between attempts. Source: the original specification. */
export const TERMINAL_RETRY_MS = 2000;

/** Maximum number of attempts. Source: the original specification. */
export const TERMINAL_ATTEMPTS = 30;

/** The reason why a text was given up that was for a terminal. */
export type DeadReason =
  | "channel-not-driven"
  | "surface-cannot-accept-notices"
  | "attempt-cap-exceeded"
  | "harness-exposed-no-channel"
  | "not-consumed";

/**
 * Returns the input of a terminal for a text: one line of at most 1,024 bytes, cut at a whole
 * character and then marked as truncated, with the carriage return that submits it. Control
 * characters become spaces.
 */
export function toTerminalNotice(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
  return `${cutBytes(line)}\r`;
}

function cutBytes(line: string): string {
  const encoder = new TextEncoder();
  const { read } = encoder.encodeInto(line, new Uint8Array(MAX_BYTES));
  return read === line.length ? line : line.slice(0, read) + TRUNCATED;
}
