/** Characters that end a line, move a cursor or reverse the order of letters. */
const CONTROL_REGEXP = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Returns the text on one line, with control characters and those that reverse the order of letters as
 * `\uXXXX`. File names and arguments may hold them, and must not pass for a line that the program wrote.
 * In JSON this changes no value.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(CONTROL_REGEXP, escapeControl);
}

/** Returns a character of the basic plane as `\uXXXX`. */
export function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
