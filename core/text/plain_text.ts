/**
 * What terminals take for colours, movements, titles and links (ECMA-48, sections 5.4 to 5.6): control
 * sequences, strings up to their end or that of the line, and shorter escapes.
 */
const ESCAPE_SEQUENCE_REGEXP = new RegExp(
  [
    "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]?",
    "(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)?",
    "\\x1b[ -/]*[0-~]?",
  ].join("|"),
  "g",
);

/** What a text without line feeds, carriage returns and tabs has none of, when there is nothing to do. */
const CONTROL_REGEXP = /[^\P{Cc}\n\t]/u;

/** A letter that the next one is printed over, as manual pages do for bold and underlined words. */
const OVERSTRUCK_REGEXP = /[^\n\b][\b]/g;

/** Control characters but line ends, carriage returns, form feeds and tabs. */
const OTHER_CONTROL_REGEXP = /[^\P{Cc}\n\r\f\t]/gu;

/**
 * Returns a text as a terminal shows it: without colours and other escape sequences, without control
 * characters, and of a line that was printed over, as a progress bar is, what came last.
 *
 * Line ends are kept as they are. A text whose only line ends are carriage returns keeps its lines, each with
 * a line feed. The time is linear in the length of the text.
 */
export function toPlainText(text: string): string {
  if (!CONTROL_REGEXP.test(text)) return text;
  const plain = text.replaceAll(ESCAPE_SEQUENCE_REGEXP, "").replaceAll(OVERSTRUCK_REGEXP, "")
    .replaceAll(OTHER_CONTROL_REGEXP, "");
  if (!plain.includes("\r")) return plain;
  if (!plain.includes("\n")) return plain.replaceAll("\r", "\n");
  return plain.split("\n").map(lastPrinted).join("\n");
}

/** Colours as tools for logs and JSON spell their escape: `\\u001b[96m`, `\\x1b[0m`, `\\033[1m`, `^[[0m`. */
const SPELLED_REGEXP = /(?:\\(?:u001b|u\{1b\}|x1b|033|e)|\^\[|\u241b)\[[\d;]{0,20}m/gi;

/** Colours whose escape was lost on the way: `[96m`. */
const LOST_REGEXP = /\[\d{1,3}(?:;\d{1,3}){0,6}m(?!\])/g;

/** The end of such a colour, without which `[5m` is five minutes. */
const LOST_END_REGEXP = /\[(?:0|22|39)m(?!\])/;

/**
 * Returns a text without the colours that are spelled out in it. A line with a single one speaks of it; one
 * with several is coloured.
 */
export function withoutSpelledColours(text: string): string {
  if (!/\[[\d;]*m/.test(text)) return text;
  return text.split("\n").map((line) => {
    const isSpelled = (line.match(SPELLED_REGEXP)?.length ?? 0) > 1;
    if (isSpelled) return line.replaceAll(SPELLED_REGEXP, "");
    return LOST_END_REGEXP.test(line) ? line.replaceAll(LOST_REGEXP, "") : line;
  }).join("\n");
}

/** Returns the last of what was printed into one line, with the carriage return of its end. */
function lastPrinted(line: string): string {
  const end = line.endsWith("\r") ? "\r" : "";
  const body = line.replace(/\r+$/, "");
  return body.slice(body.lastIndexOf("\r") + 1) + end;
}

/** Characters that end a line, move a cursor or reverse the order of letters. */
const ESCAPED_REGEXP = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * Returns the text on one line, with control characters and those that reverse the order of letters as
 * `\uXXXX`. File names and arguments may hold them, and must not pass for a line that the program wrote.
 * In JSON this changes no value.
 */
export function escapeControls(text: string): string {
  return text.replaceAll(ESCAPED_REGEXP, escapeControl);
}

/** Returns a character of the basic plane as `\uXXXX`. */
export function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
