/** What ends a line, moves a cursor or turns the order of letters. */
const CONTROL_REGEXP = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Returns `text` on one line: such characters become `\uXXXX`. A file may have any name, and none may
 * look like a line that we wrote.
 */
export function toOneLine(text: string): string {
  return text.replaceAll(
    CONTROL_REGEXP,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
