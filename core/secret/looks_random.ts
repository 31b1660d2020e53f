import { log2 } from "../math/mod.ts";

/** Words for a sample: `changeme`, `example`. */
const PLACEHOLDER_SAMPLES = "example|sample|dummy|placeholder|changeme|change_me|change-me";

/** Words and marks for something left out: `[redacted]`, `***`. */
const PLACEHOLDER_MARKS = String.raw`your|insert|redacted|masked|todo|fixme|\*\*\*|\.\.\.|…`;

/** Digits and words that people type without thinking: `1234567`. */
const PLACEHOLDER_RUNS = "1234567|abcdef|0000000|deadbeef|lorem|foobar|not.?real|fake";

/** Words in place of a secret: in templates, tests and examples. */
const PLACEHOLDER_REGEXP = new RegExp(
  [PLACEHOLDER_SAMPLES, PLACEHOLDER_MARKS, PLACEHOLDER_RUNS].join("|"),
  "i",
);

/** Crosses that stand for something; three in the middle of letters are in one of some thousand random values. */
const CROSSES_REGEXP = /(?<![A-Za-z\d])[xX]{3}|[xX]{3}(?![A-Za-z\d])|x{5}|X{5}/;

/** Variables of programs and templates: `${x}`, `$x`, `{{x}}`, `{x}`, `%s`, `<x>`, `#{x}`. */
const VARIABLE_REGEXP = /^[$%@&]|[$#]\{|\{\{|^\{|\}$|%[sd(]|\$\(|^<|>$|«/;

/** A piece of a name: a word, its capitals, or a number. */
const PIECE_REGEXP = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;

/** `2026-01-02`, `2026-01-02T03:04:05Z` */
const DATE_REGEXP = /^\d{4}-\d\d-\d\d/;

/** Words of other scripts. */
const FOREIGN_REGEXP = /[^\0-\x7f]/;

const LETTER_REGEXP = /[A-Za-z]/;
const DIGIT_REGEXP = /\d/;
const MARK_REGEXP = /[^A-Za-z\d\s]/;

/** Kinds of characters that rules for good passwords ask for. */
const KINDS: readonly RegExp[] = [/[a-z]/, /[A-Z]/, DIGIT_REGEXP, /[^\w\s.:/-]/];

/** A value of letters and digits alone, of both cases. */
const MIXED_REGEXP = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]+$/;

/** `550e8400-e29b-41d4-a716-446655440000`, which is as often a plain name as a secret. */
const UUID_REGEXP = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Largest average length of a piece. Random letters and digits have 1.5, hexadecimal ones 2, names of
 * programs 4 and more.
 */
const MAX_PIECE_LENGTH = 3;

/** The same for values that people make up, such as `hunter2`. */
const MAX_WORD_LENGTH = 3.5;

/** The same for long values of small letters, capitals and digits: longer names with all three are rare. */
const MAX_MIXED_LENGTH = 3.6;

/** A key in base32 (RFC 4648), with digits at two places: its letters are all capitals, and seem words. */
const BASE32_REGEXP = /^(?:[A-Z]+[2-7]+){2}[A-Z2-7]*={0,6}$/;

/** Least entropy in bits for each character (Shannon); short words and runs of a letter have less. */
const MIN_BITS = 2.4;

/** The same for a value of at least {@link LONG} characters. */
const MIN_LONG_BITS = 2.9;

/** Fewest characters of a long value. */
const LONG = 20;

/** The same for a password without digits, which programs make of small letters and capitals. */
const MIXED = 12;

/**
 * Returns whether a value looks random or hard to guess: letters and digits or marks that change often, no
 * words, no variable, no placeholder.
 *
 * @param options.minLength Fewest characters.
 * @param options.isThoughtOut Whether people may have made it up, from words, numbers and marks.
 */
export function looksRandom(
  value: string,
  { minLength, isThoughtOut = false }: {
    readonly minLength: number;
    readonly isThoughtOut?: boolean;
  },
): boolean {
  if (value.length < minLength || !LETTER_REGEXP.test(value)) return false;
  if (FOREIGN_REGEXP.test(value) || isPlaceholder(value)) return false;
  if (isUuid(value) || DATE_REGEXP.test(value)) return false;
  if (bitsOf(value) < (value.length < LONG ? MIN_BITS : MIN_LONG_BITS)) return false;
  if (isThoughtOut && KINDS.every((kind) => kind.test(value))) return true;
  if (!DIGIT_REGEXP.test(value) && !isMixed(value, isThoughtOut ? MIXED : LONG)) return false;
  if (value.length >= LONG && BASE32_REGEXP.test(value)) return true;
  const pieces = value.match(PIECE_REGEXP) ?? [];
  const letters = pieces.reduce((total, { length }) => total + length, 0);
  const isLong = value.length >= LONG && MIXED_REGEXP.test(value);
  const most = isLong ? MAX_MIXED_LENGTH : isThoughtOut ? MAX_WORD_LENGTH : MAX_PIECE_LENGTH;
  return letters <= most * pieces.length;
}

/** Returns whether a value is a UUID, which may name a thing or open it. */
export function isUuid(value: string): boolean {
  return UUID_REGEXP.test(value);
}

/** Returns whether a value is a variable or a placeholder, such as `changeme`. */
export function isPlaceholder(value: string): boolean {
  return isExample(value) || isVariable(value);
}

/** Returns whether a value is a variable of a program or a template. */
export function isVariable(value: string): boolean {
  return VARIABLE_REGEXP.test(value);
}

/** Returns whether a value has a word that stands in place of a secret. */
export function isExample(value: string): boolean {
  return PLACEHOLDER_REGEXP.test(value) || CROSSES_REGEXP.test(value);
}

/** Returns whether a value without digits has small letters, capitals and marks, or is long and mixed. */
function isMixed(value: string, long: number): boolean {
  const hasBoth = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return hasBoth && (MARK_REGEXP.test(value) || value.length >= long);
}

/** Returns the entropy of a value in bits for each character. */
export function bitsOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    bits -= count / value.length * log2(count / value.length);
  }
  return bits;
}
