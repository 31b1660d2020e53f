import { createHash } from "node:crypto";

/** Bytes of the hash of a line: among a million lines two that differ share a key once in 500 times. */
const KEY_BYTES = 6;

/** Characters of a key in base64. */
const KEY_LENGTH = KEY_BYTES * 8 / 6;

/** Returns keys of lines, in base64 and without anything between them; equal lines have equal keys. */
export function toLineKeys(lines: readonly string[]): string {
  return lines.map((line) =>
    createHash("sha256").update(line).digest().subarray(0, KEY_BYTES).toString("base64")
  ).join("");
}

/** Returns the keys that {@link toLineKeys} wrote. */
export function splitLineKeys(keys: string): string[] {
  return keys.match(new RegExp(`.{${KEY_LENGTH}}`, "g")) ?? [];
}
