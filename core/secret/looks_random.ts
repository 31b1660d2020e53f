/** Words that stand where a secret is to be filled in, or in tests and examples in place of one. */
const PLACEHOLDER_REGEXP =
  /example|sample|dummy|placeholder|changeme|change_me|change-me|your|insert|redacted|masked|todo|fixme|\*\*\*|\.\.\.|…|1234567|abcdef|0000000|deadbeef|lorem|foobar|not.?real|fake/i;

const CROSSES_REGEXP = /x{3}|X{3}/;

/** What programs and templates put a value in the place of: `${x}`, `$x`, `{{x}}`, `{x}`, `%s`, `<x>`, `#{x}`. */
const VARIABLE_REGEXP = /^[$%@&]|[$#]\{|\{\{|^\{|\}$|%[sd(]|\$\(|^<|>$|«/;

/** A piece of a name: a word, its capitals, or a number. Marks stand between pieces. */
const PIECE_REGEXP = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;

/** `2026-01-02`, `2026-01-02T03:04:05Z` */
const DATE_REGEXP = /^\d{4}-\d\d-\d\d/;

/** Words of other scripts. */
const FOREIGN_REGEXP = /[^\0-\x7f]/;

const LETTER_REGEXP = /[A-Za-z]/;
const DIGIT_REGEXP = /\d/;
const MARK_REGEXP = /[^A-Za-z\d\s]/;

/** What a rule for good passwords asks for. */
const KINDS: readonly RegExp[] = [/[a-z]/, /[A-Z]/, DIGIT_REGEXP, /[^\w\s.:/-]/];

/** `550e8400-e29b-41d4-a716-446655440000`, which is as often a mere name as a secret. */
const UUID_REGEXP = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Characters of a piece on average, at most: random letters and digits come to 1.5, hexadecimal ones to
 * 2, names of programs to 4 and more.
 */
const MAX_PIECE_LENGTH = 3;

/** The same for what people think out, such as `hunter2`. */
const MAX_WORD_LENGTH = 3.5;

/** Bits a character at least, by Shannon: words come to less where they are short, runs of one letter do. */
const MIN_BITS = 2.4;

/** Bits a character of what is long enough to tell. */
const MIN_LONG_BITS = 2.9;

/** Characters from which on {@link MIN_LONG_BITS} counts. */
const LONG = 20;

/** What {@link looksRandom} asks for. */
export interface RandomnessOptions {
  /** Fewest characters. */
  readonly minLength: number;
  /** Whether it may be thought out by people: words with numbers and marks. @default false */
  readonly isThoughtOut?: boolean;
}

/**
 * Returns whether a value looks as if drawn by chance or thought out so that nobody guesses it: letters and
 * digits or marks that change often, no words, no variable, no placeholder.
 *
 * @example
 * ```ts
 * import { looksRandom } from "./looks_random.ts";
 * import assert from "node:assert/strict";
 *
 * const options = { minLength: 8 };
 * assert.equal(looksRandom("tR7kq9Zw2xLm", options), true);
 * assert.equal(looksRandom("accessTokenProvider2", options), false);
 * ```
 */
export function looksRandom(
  value: string,
  { minLength, isThoughtOut = false }: RandomnessOptions,
): boolean {
  if (value.length < minLength || !LETTER_REGEXP.test(value)) return false;
  if (FOREIGN_REGEXP.test(value) || isPlaceholder(value)) return false;
  if (UUID_REGEXP.test(value) || DATE_REGEXP.test(value)) return false;
  if (bitsOf(value) < (value.length < LONG ? MIN_BITS : MIN_LONG_BITS)) return false;
  if (isThoughtOut && KINDS.every((kind) => kind.test(value))) return true;
  if (!DIGIT_REGEXP.test(value) && !isMixed(value)) return false;
  const pieces = value.match(PIECE_REGEXP) ?? [];
  const letters = pieces.reduce((total, { length }) => total + length, 0);
  return letters <= (isThoughtOut ? MAX_WORD_LENGTH : MAX_PIECE_LENGTH) * pieces.length;
}

/** Returns whether a value stands for another one: a variable, or a word such as `changeme`. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER_REGEXP.test(value) || CROSSES_REGEXP.test(value) ||
    VARIABLE_REGEXP.test(value);
}

/** Returns whether a value without digits has small letters, capitals and marks, or is long and mixed. */
function isMixed(value: string): boolean {
  const hasBoth = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return hasBoth && (MARK_REGEXP.test(value) || value.length >= LONG);
}

/** Returns the bits a character that the frequencies of the characters come to. */
function bitsOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) {
    bits -= count / value.length * Math.log2(count / value.length);
  }
  return bits;
}
