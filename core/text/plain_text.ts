/**
 * Escape sequences by which terminals set colours, move the cursor, set titles and links (ECMA-48,
 * sections 5.4 to 5.6): control sequences, strings up to their end or the end of the line, and
 * shorter escapes.
 */
const ESCAPE_SEQUENCE_REGEXP = new RegExp(
  [
    "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?",
    "(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)?",
    "\\x1b[ -/]*[0-~]?",
  ].join("|"),
  "g",
);

/** A control character other than line feed and tab. Texts without any need no work. */
const CONTROL_REGEXP = /[^\P{Cc}\n\t]/u;

/**
 * A character that the next one is printed over, as manual pages do for bold and underlined words.
 */
const OVERSTRUCK_REGEXP = /[^\n\b][\b]/g;

/** Control characters except line ends, carriage returns, form feeds and tabs. */
const OTHER_CONTROL_REGEXP = /[^\P{Cc}\n\r\f\t]/gu;

/**
 * Returns a text as a terminal shows it: without colours and other escape sequences, without
 * control characters, and with only the last version of a line that was printed over, as a progress
 * bar is.
 *
 * Line ends are kept. A text whose only line ends are carriage returns keeps its lines, each with a
 * line feed. The time is linear in the length of the text.
 */
export function toPlainText(text: string): string {
  if (!CONTROL_REGEXP.test(text)) return text;
  const plain = text.replaceAll(ESCAPE_SEQUENCE_REGEXP, "").replaceAll(OVERSTRUCK_REGEXP, "")
    .replaceAll(OTHER_CONTROL_REGEXP, "");
  if (!plain.includes("\r")) return plain;
  if (!plain.includes("\n")) return plain.replaceAll("\r", "\n");
  return plain.split("\n").map(keepLastPrinted).join("\n");
}

/**
 * Colours whose escape is spelled out by tools for logs and JSON: `\\u001b[96m`, `\\x1b[0m`,
 * `\\033[1m`, `^[[0m`.
 */
const SPELLED_COLOUR_REGEXP = /(?:\\(?:u001b|u\{1b\}|x1b|033|e)|\^\[|\u241b)\[[\d;]{0,20}m/gi;

/** Colours whose escape character was removed: `[96m`. */
const BARE_COLOUR_REGEXP = /\[\d{1,3}(?:;\d{1,3}){0,6}m(?!\])/g;

/** The reset of such a colour. Without one, `[5m` means five minutes. */
const BARE_COLOUR_END_REGEXP = /\[(?:0|22|39)m(?!\])/;

/**
 * Returns a text without the colours that are spelled out in it. A line with only one is text about
 * colours; a line with several is coloured.
 */
export function removeSpelledColours(text: string): string {
  if (!/\[[\d;]*m/.test(text)) return text;
  return text.split("\n").map((line) => {
    const isSpelled = (line.match(SPELLED_COLOUR_REGEXP)?.length ?? 0) > 1;
    if (isSpelled) return line.replaceAll(SPELLED_COLOUR_REGEXP, "");
    return BARE_COLOUR_END_REGEXP.test(line) ? line.replaceAll(BARE_COLOUR_REGEXP, "") : line;
  }).join("\n");
}

/**
 * Returns the last version of a line that was printed over, with the carriage return at its end.
 */
function keepLastPrinted(line: string): string {
  const end = line.endsWith("\r") ? "\r" : "";
  const body = line.replace(/\r+$/, "");
  return body.slice(body.lastIndexOf("\r") + 1) + end;
}

/** Characters that end a line, move the cursor or reverse the order of letters. */
const ESCAPED_REGEXP = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Returns the text on one line, with control characters and characters that reverse the order of
 * letters written as `\uXXXX`. File names and arguments may contain them, and must not look like a
 * line that the program wrote. In JSON this changes no value.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(ESCAPED_REGEXP, escapeControl);
}

/** Returns a character of the basic plane as `\uXXXX`. */
export function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
