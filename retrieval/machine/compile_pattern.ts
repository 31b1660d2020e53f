import type { PatternTest } from "@dossier/core/condition";

/** Characters of the longest pattern; those that people write have some dozens. */
const MAX_PATTERN_CHARACTERS = 1000;

/** UTF-16 code units of the longest text that is searched; the worst patterns need .8 s for as many. */
export const MAX_TEXT_CHARACTERS = 65_536;

/** A pattern of plain characters, as most are: it needs no library, which takes a cold process 10 ms. */
const PLAIN_REGEXP = /^(\^?)([\w/: -]*)(\$?)$/;

/** What JavaScript and Python write otherwise than RE2: a letter by its number, and the end of the text. */
const FOREIGN_ESCAPE_REGEXP = /\\(?:u([\da-fA-F]{4})|[^])/g;

/** How RE2 begins its messages. */
const MESSAGE_START_REGEXP = /^error parsing regexp: /;

/**
 * Returns what says whether a pattern matches anywhere in a text of at most 65,536 characters; it finds nothing
 * in a longer one. Whoever writes a pattern for a project may not make dossier hang by it, so RE2 matches, in
 * time that grows with the length of the text and no faster. Flags stand in front, as in `(?i)deploy`.
 *
 * The library is imported here: most projects have only patterns of plain characters.
 *
 * @throws {SyntaxError} When it is none, too long, or looks around or back.
 */
export async function compilePattern(pattern: string): Promise<PatternTest> {
  if (pattern.length > MAX_PATTERN_CHARACTERS) {
    throw new SyntaxError(
      `it must have at most ${MAX_PATTERN_CHARACTERS} characters: current value has ${pattern.length}`,
    );
  }
  const plain = PLAIN_REGEXP.exec(pattern);
  if (plain !== null) {
    return (text) => text.length <= MAX_TEXT_CHARACTERS && matchesPlain(text, plain);
  }
  const { RE2JS, RE2JSException } = await import("re2js");
  try {
    const compiled = RE2JS.compile(pattern.replaceAll(FOREIGN_ESCAPE_REGEXP, toRe2Escape));
    const test = (text: string) => text.length <= MAX_TEXT_CHARACTERS && compiled.test(text);
    return Object.assign(test, { size: compiled.programSize(), longest: MAX_TEXT_CHARACTERS });
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new SyntaxError(error.message.replace(MESSAGE_START_REGEXP, ""));
  }
}

function matchesPlain(text: string, [, start, characters = "", end]: RegExpExecArray): boolean {
  if (start === "") return end === "" ? text.includes(characters) : text.endsWith(characters);
  return end === "" ? text.startsWith(characters) : text === characters;
}

function toRe2Escape(escape: string, code: string | undefined): string {
  if (code !== undefined) return `\\x{${code}}`;
  return escape === "\\Z" ? "\\z" : escape;
}
