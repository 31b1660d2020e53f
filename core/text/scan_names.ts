import { characterClass, characterWidth, LETTER, SEPARATOR, UPPER } from "./character_class.ts";
import { MAX_TERM_LENGTH } from "./tokenize_name.ts";

/**
 * Minimum length of a word that a hyphen joins to its neighbour, in UTF-16 code units: `x-y` is
 * arithmetic.
 */
const MIN_JOINED_LENGTH = 2;

/**
 * Calls `visit` with the half-open range of each name of a text, in order: the names that the index
 * contains.
 *
 * A name is a raw word (see `scanWords`), or several raw words joined by single hyphens
 * (`max-file-bytes`) where each begins with a letter and has two or more characters. Each raw word
 * is visited exactly once. A chain that would exceed `MAX_TERM_LENGTH` is visited in several
 * pieces.
 *
 * @param text Any text.
 * @param visit Receives UTF-16 offsets, `start < end`.
 */
export function scanNames(text: string, visit: (start: number, end: number) => void): void {
  let nameStart = 0;
  let nameEnd = -1;
  let joins = false;
  scanWords(text, (start, end) => {
    const canJoin = end - start >= MIN_JOINED_LENGTH && startsWithLetter(text, start);
    if (
      joins && canJoin && start === nameEnd + 1 && text[nameEnd] === "-" &&
      end - nameStart <= MAX_TERM_LENGTH
    ) {
      nameEnd = end;
      return;
    }
    if (nameEnd > nameStart) visit(nameStart, nameEnd);
    nameStart = start;
    nameEnd = end;
    joins = canJoin;
  });
  if (nameEnd > nameStart) visit(nameStart, nameEnd);
}

function startsWithLetter(text: string, start: number): boolean {
  const found = characterClass(text, start);
  return found === LETTER || found === UPPER;
}

/**
 * Calls `visit` with the half-open range of each raw word of a text, in order.
 *
 * A raw word is a run, as long as possible, of Unicode letters, marks and numbers, `_` and `$`.
 *
 * @param text Any text; lone surrogates end a word.
 * @param visit Receives UTF-16 offsets, `start < end`.
 */
export function scanWords(text: string, visit: (start: number, end: number) => void): void {
  let index = 0;
  while (index < text.length) {
    while (index < text.length && characterClass(text, index) === SEPARATOR) index++;
    const start = index;
    while (index < text.length && characterClass(text, index) !== SEPARATOR) {
      index += characterWidth(text, index);
    }
    if (index > start) visit(start, index);
  }
}

/** ASCII name, as {@link scanNames} finds it unless it is longer than a term. */
const ASCII_NAME_REGEXP = /[A-Za-z][\w$]+(?:-[A-Za-z][\w$]+)*|[\w$]+/g;
const NON_ASCII_REGEXP = /[^\0-\x7f]/;

/**
 * Returns all names of a text, in order, as {@link scanNames} visits them.
 *
 * In a process that has just started, a regular expression is fast at once, and a loop over
 * characters is not.
 */
export function listNamesInText(text: string): readonly string[] {
  if (!NON_ASCII_REGEXP.test(text)) {
    const names = text.match(ASCII_NAME_REGEXP) ?? [];
    if (names.every((name) => name.length <= MAX_TERM_LENGTH)) return names;
  }
  const names: string[] = [];
  scanNames(text, (start, end) => names.push(text.slice(start, end)));
  return names;
}
