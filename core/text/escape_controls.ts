/** What ends a line, moves a cursor or turns the order of letters. */
const CONTROL_REGEXP = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Returns the text on one line that can neither move the cursor of a terminal nor turn the order of
 * letters: such characters become `\uXXXX`. File names, definitions, addresses and arguments may hold any
 * of them, and none may look like a line that the program wrote. Inside of JSON it changes no value.
 *
 * @example
 * ```ts
 * import { escapeControls } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * assert.equal(escapeControls("a\n\x1b[31mb"), "a\\u000a\\u001b[31mb");
 * ```
 */
export function escapeControls(text: string): string {
  return text.replaceAll(CONTROL_REGEXP, escapeControl);
}

/** Returns a character of the basic plane as `\uXXXX`. */
export function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
