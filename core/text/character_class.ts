import { raw } from "./match_at.ts";

/**
 * Character that belongs neither to a word nor to a connector: white space, punctuation, symbols,
 * lone surrogates.
 */
export const SEPARATOR = 1;
/** `_` or `$`: part of a word, but not of any part of the word. */
export const CONNECTOR = 2;
/** Digit or number of any script. */
export const DIGIT = 3;
/** Upper-case or title-case letter. */
export const UPPER = 4;
/** Any other letter: lower-case letters, and letters of scripts without case. */
export const LETTER = 5;
/** Combining mark, which belongs to the character before it. */
export const MARK = 6;
/** Letter or number of a script in {@link UNSPACED_REGEXP}. */
export const UNSPACED = 7;

/**
 * Letters and numbers of scripts whose words are not separated by spaces, and of Hangul, whose
 * words have endings that no English rule removes. They are indexed as overlapping pairs of
 * characters.
 */
export const UNSPACED_REGEXP = new RegExp(
  raw`(?=[\p{L}\p{N}])` +
    raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]`,
  "u",
);

const UPPER_REGEXP = /[\p{Lu}\p{Lt}]/u;
const LETTER_REGEXP = /\p{L}/u;
const NUMBER_REGEXP = /\p{N}/u;
const MARK_REGEXP = /\p{M}/u;

/** Number of code units in the basic multilingual plane. */
const PLANE_SIZE = 0x10000;

// Filled on the first use of each character: one byte is read in place of five regular expressions.
// The content depends on Unicode alone, so all callers can share it.
const classes = new Uint8Array(PLANE_SIZE);

/**
 * Returns the class of the character that starts at `index`, one of the constants of this file.
 *
 * @param text Any text; lone surrogates are separators.
 * @param index Offset in UTF-16 code units, within the text.
 */
export function characterClass(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return classes[unit] || classifyUnit(text, index);
}

/**
 * Returns the number of UTF-16 code units of the character at `index`: 1, or 2 for a surrogate
 * pair.
 */
export function characterWidth(text: string, index: number): 1 | 2 {
  return isLeadSurrogate(text.charCodeAt(index)) && (text.codePointAt(index) ?? 0) >= PLANE_SIZE
    ? 2
    : 1;
}

function classifyUnit(text: string, index: number): number {
  const codePoint = text.codePointAt(index) ?? 0;
  const found = classify(String.fromCodePoint(codePoint));
  // The class of a lead surrogate depends on the unit after it, so it has no entry.
  if (!isLeadSurrogate(text.charCodeAt(index))) classes[codePoint] = found;
  return found;
}

function classify(character: string): number {
  if (character === "_" || character === "$") return CONNECTOR;
  // Unicode property classes take milliseconds to compile, and most texts never need them.
  if (character >= "a" && character <= "z") return LETTER;
  if (character >= "A" && character <= "Z") return UPPER;
  if (character >= "0" && character <= "9") return DIGIT;
  if (character < "\x80" || isPunctuation(character)) return SEPARATOR;
  if (UNSPACED_REGEXP.test(character)) return UNSPACED;
  if (UPPER_REGEXP.test(character)) return UPPER;
  if (LETTER_REGEXP.test(character)) return LETTER;
  if (NUMBER_REGEXP.test(character)) return DIGIT;
  return MARK_REGEXP.test(character) ? MARK : SEPARATOR;
}

/**
 * Returns true for a dash, a quotation mark, an arrow or a box-drawing line: most texts have no
 * other wide symbols.
 */
function isPunctuation(character: string): boolean {
  return (character >= "\u2000" && character <= "\u206f") ||
    (character >= "\u2190" && character <= "\u21ff") ||
    (character >= "\u2500" && character <= "\u25ff");
}

function isLeadSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}
