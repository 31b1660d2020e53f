import { log2 } from "../math/mod.ts";

/** Words for a sample: `changeme`, `example`. */
const PLACEHOLDER_SAMPLES = "example|sample|dummy|placeholder|changeme|change_me|change-me";

/** Words and marks for omitted text: `[redacted]`, `***`. */
const PLACEHOLDER_MARKS = String.raw`your|insert|redacted|masked|todo|fixme|\*\*\*|\.\.\.|…`;

/** Digits and words that people type without thought: `1234567`. */
const PLACEHOLDER_RUNS = "1234567|abcdef|0000000|deadbeef|lorem|foobar|not.?real|fake";

/** Words in place of a secret, in templates, tests and examples. */
const PLACEHOLDER_REGEXP = new RegExp(
  [PLACEHOLDER_SAMPLES, PLACEHOLDER_MARKS, PLACEHOLDER_RUNS].join("|"),
  "i",
);

/**
 * Runs of x as a placeholder. Only one of several thousand random values contains three of them
 * between other letters.
 */
const X_RUN_REGEXP = /(?<![A-Za-z\d])[xX]{3}|[xX]{3}(?![A-Za-z\d])|x{5}|X{5}/;

/** Variables of programs and templates: `${x}`, `$x`, `{{x}}`, `{x}`, `%s`, `<x>`, `#{x}`. */
const VARIABLE_REGEXP = /^[$%@&]|[$#]\{|\{\{|^\{|\}$|%[sd(]|\$\(|^<|>$|«/;

/** Part of a name: a word, its capitals, or a number. */
const PIECE_REGEXP = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;

/** `2026-01-02`, `2026-01-02T03:04:05Z` */
const DATE_REGEXP = /^\d{4}-\d\d-\d\d/;

/** Words of other scripts. */
const FOREIGN_REGEXP = /[^\0-\x7f]/;

const LETTER_REGEXP = /[A-Za-z]/;
const DIGIT_REGEXP = /\d/;
const MARK_REGEXP = /[^A-Za-z\d\s]/;

/** Kinds of characters that password rules require. */
const CHARACTER_KINDS: readonly RegExp[] = [/[a-z]/, /[A-Z]/, DIGIT_REGEXP, /[^\w\s.:/-]/];

/** Value of only letters and digits, with both cases. */
const MIXED_REGEXP = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z\d]+$/;

/** `550e8400-e29b-41d4-a716-446655440000`, which is an ordinary name as often as a secret. */
const UUID_REGEXP = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Maximum average length of a part. Random letters and digits have 1.5, hexadecimal digits 2, names
 * in programs 4 and more.
 */
const MAX_PIECE_LENGTH = 3;

/** Maximum average length of a part of a value that people make up, such as `hunter2`. */
const MAX_WORD_LENGTH = 3.5;

/**
 * Maximum average length of a part of a long value of lower-case letters, capitals and digits:
 * longer names with all three are rare.
 */
const MAX_MIXED_LENGTH = 3.6;

/**
 * Key in base32 (RFC 4648) with at least two digits: its letters are all capitals and look like
 * words.
 */
const BASE32_REGEXP = /^(?:[A-Z]+[2-7]+){2}[A-Z2-7]*={0,6}$/;

/** Minimum entropy in bits per character (Shannon); short words and repeated letters have less. */
const MIN_BITS = 2.4;

/** Minimum entropy of a value of at least {@link MIN_LONG_LENGTH} characters. */
const MIN_LONG_BITS = 2.9;

/** Minimum number of characters of a long value. */
const MIN_LONG_LENGTH = 20;

/**
 * Minimum number of characters of a password without digits, which programs generate from
 * lower-case letters and capitals.
 */
const MIN_MIXED_LENGTH = 12;

/**
 * Returns true when a value looks random or hard to guess: it has letters and digits or marks that
 * alternate often, and contains no words, no variable and no placeholder.
 *
 * @param options.minLength Minimum number of characters.
 * @param options.isHumanMade True when people may have made it up, from words, numbers and marks.
 */
export function looksRandom(
  value: string,
  { minLength, isHumanMade = false }: {
    readonly minLength: number;
    readonly isHumanMade?: boolean;
  },
): boolean {
  if (value.length < minLength || !LETTER_REGEXP.test(value)) return false;
  if (FOREIGN_REGEXP.test(value) || isPlaceholder(value)) return false;
  if (isUuid(value) || DATE_REGEXP.test(value)) return false;
  if (measureEntropy(value) < (value.length < MIN_LONG_LENGTH ? MIN_BITS : MIN_LONG_BITS)) {
    return false;
  }
  if (isHumanMade && CHARACTER_KINDS.every((kind) => kind.test(value))) return true;
  if (
    !DIGIT_REGEXP.test(value) && !isMixed(value, isHumanMade ? MIN_MIXED_LENGTH : MIN_LONG_LENGTH)
  ) return false;
  if (value.length >= MIN_LONG_LENGTH && BASE32_REGEXP.test(value)) return true;
  const pieces = value.match(PIECE_REGEXP) ?? [];
  const letters = pieces.reduce((total, { length }) => total + length, 0);
  const isLong = value.length >= MIN_LONG_LENGTH && MIXED_REGEXP.test(value);
  const maxPieceLength = isLong
    ? MAX_MIXED_LENGTH
    : isHumanMade
    ? MAX_WORD_LENGTH
    : MAX_PIECE_LENGTH;
  return letters <= maxPieceLength * pieces.length;
}

/** Returns true for a UUID, which may be a mere identifier or grant access. */
export function isUuid(value: string): boolean {
  return UUID_REGEXP.test(value);
}

/** Returns true for a variable or a placeholder, such as `changeme`. */
export function isPlaceholder(value: string): boolean {
  return isExample(value) || isVariable(value);
}

/** Returns true for a variable of a program or a template. */
export function isVariable(value: string): boolean {
  return VARIABLE_REGEXP.test(value);
}

/** Returns true when a value contains a placeholder word in place of a secret. */
export function isExample(value: string): boolean {
  return PLACEHOLDER_REGEXP.test(value) || X_RUN_REGEXP.test(value);
}

/**
 * Returns true when a value without digits has lower-case letters, capitals and marks, or is long
 * and of mixed case.
 */
function isMixed(value: string, long: number): boolean {
  const hasBoth = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return hasBoth && (MARK_REGEXP.test(value) || value.length >= long);
}

/** Returns the entropy of a value in bits per character. */
export function measureEntropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    bits -= count / value.length * log2(count / value.length);
  }
  return bits;
}
