import type { PatternTest } from "@dossier/core/condition";

/** Maximum length of a pattern in characters. Patterns that people write have some dozens. */
const MAX_PATTERN_CHARACTERS = 1000;

/** Maximum length of a searched text in UTF-16 code units. The worst patterns need 0.8 s for it. */
export const MAX_TEXT_CHARACTERS = 65_536;

/**
 * Pattern of plain characters, like most. It does not need the library, which takes 10 ms to load.
 */
const PLAIN_REGEXP = /^(\^?)([\w/: -]*)(\$?)$/;

/** Escapes that RE2 writes differently: `\uXXXX` of JavaScript and `\Z` of Python. */
const FOREIGN_ESCAPE_REGEXP = /\\(?:u([\da-fA-F]{4})|[^])/g;

/** Prefix of the messages of RE2. */
const MESSAGE_START_REGEXP = /^error parsing regexp: /;

/**
 * Returns a function that tests whether a pattern matches anywhere in a text of at most 65,536
 * characters. It returns false for a longer text. A pattern of a project must not make dossier
 * hang, so RE2 is used, whose time is linear in the length of the text. Flags are at the start, as
 * in `(?i)deploy`.
 *
 * The library is imported on demand, as most projects have only patterns of plain characters.
 *
 * @throws {SyntaxError} When the pattern is invalid or too long, or uses lookaround or
 * backreferences.
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
