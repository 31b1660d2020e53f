/**
 * An upper estimate of what a text costs a model; `countPieces` estimates the average. It serves limits
 * of hosts: a result that a host cuts or refuses is worth nothing.
 *
 * Words, numbers and symbols of ASCII are charged by their length, so that random letters are not
 * undercharged. Everything else is charged by its script. Charges are in hundredths of a token. They lie
 * between the o200k cost of prose in a script and that of random letters of it.
 *
 * @module
 */

const ONE_TOKEN = 100;
const DIGITS_PER_TOKEN = 3;

/** A word costs a token for its first letters, then more for each letter, and most beyond 12. */
const FREE_LETTERS = 3;
const LETTER = 25;
const WORD_LETTERS = 12;
const LATE_LETTER = 60;

/** Each capital after the first, each symbol after the first, and each white space after the first. */
const CAPITAL = 55;
const SYMBOL = 60;
const SPACE = 2;

/** Charge for a code unit outside of all ranges. */
const UNKNOWN = 300;

/** Word, capitals, number, white space, symbols, or one code unit of anything else. */
const PIECE_REGEXP = /([A-Z]?[a-z]+)|([A-Z]+)|(\d+)|(\s+)|([!-/:-@[-`{-~]+)|[^]/g;

/** First code unit behind a range, and the charge for each of that range. */
const CHARGES: readonly (readonly [number, number])[] = [
  [0xa0, 300], // control characters
  [0x180, 100], // signs and letters of Western and Central Europe
  [0x370, 200], // other Latin letters, combining marks
  [0x400, 80], // Greek
  [0x530, 60], // Cyrillic
  [0x590, 110], // Armenian
  [0x700, 80], // Hebrew, Arabic
  [0x900, 250],
  [0xe00, 115], // the scripts of India
  [0xe80, 130], // Thai
  [0x1000, 200], // Lao, Tibetan
  [0x10a0, 160], // Burmese
  [0x1100, 120], // Georgian
  [0x1780, 300],
  [0x1800, 140], // Khmer
  [0x1e00, 300],
  [0x1f00, 120], // Vietnamese
  [0x2000, 200],
  [0x2070, 130], // dashes, quotes
  [0x2500, 250],
  [0x2580, 100], // lines of boxes
  [0x3000, 250],
  [0x3040, 150], // stops of Chinese and Japanese
  [0x3100, 120], // kana
  [0x4e00, 300],
  [0xa000, 190], // Han
  [0xac00, 300],
  [0xd7b0, 190], // Hangul
  [0xe000, 200], // one half of a pair
  [0xff00, 300],
  [0xfff0, 170], // full width
];

/**
 * Returns an upper estimate of the o200k tokens that a text costs.
 */
export function countAtMost(text: string): number {
  let charge = 0;
  for (const match of text.matchAll(PIECE_REGEXP)) {
    const [piece, word, capitals, digits, space, symbols] = match;
    const { length } = piece;
    if (word !== undefined) {
      charge += ONE_TOKEN + LETTER * Math.max(Math.min(length, WORD_LETTERS) - FREE_LETTERS, 0) +
        LATE_LETTER * Math.max(length - WORD_LETTERS, 0);
    } else if (capitals !== undefined) charge += ONE_TOKEN + CAPITAL * (length - 1);
    else if (digits !== undefined) charge += ONE_TOKEN * Math.ceil(length / DIGITS_PER_TOKEN);
    else if (symbols !== undefined) charge += ONE_TOKEN + SYMBOL * (length - 1);
    else if (space === undefined) charge += chargeOf(piece.charCodeAt(0));
    else if (space !== " " || isDigit(text.charCodeAt(match.index + 1))) {
      charge += ONE_TOKEN + SPACE * (length - 1);
    }
  }
  return Math.ceil(charge / ONE_TOKEN);
}

/** Returns an upper estimate of the o200k tokens that a value costs as JSON. */
export function countSent(value: unknown): number {
  return countAtMost(JSON.stringify(value));
}

/** A single space before a digit is a token of its own; before anything else it belongs to that. */
function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function chargeOf(code: number): number {
  return CHARGES.find(([end]) => code < end)?.[1] ?? UNKNOWN;
}
