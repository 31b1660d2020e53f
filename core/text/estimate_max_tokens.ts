/**
 * Upper estimate of the tokens that a text costs a model; `estimateTokens` estimates the average.
 * It is used for limits of hosts: a result that a host cuts or refuses is worth nothing.
 *
 * ASCII words, numbers and symbols are charged by their length, so that random letters are not
 * undercharged. All other characters are charged by their script. Charges are in hundredths of a
 * token. They lie between the o200k cost of prose in a script and the cost of random letters of
 * that script.
 *
 * @module
 */

const ONE_TOKEN = 100;
const DIGITS_PER_TOKEN = 3;

/**
 * A word costs one token for its first letters, more for each further letter, and most for letters
 * after the 12th.
 */
const FREE_LETTERS = 3;
const LETTER_CHARGE = 25;
const WORD_LETTERS = 12;
const LATE_LETTER_CHARGE = 60;

/**
 * Charges for each capital after the first, each symbol after the first, and each white space after
 * the first.
 */
const CAPITAL_CHARGE = 55;
const SYMBOL_CHARGE = 60;
const SPACE_CHARGE = 2;

/** Charge for a code unit outside of all ranges. */
const UNKNOWN_CHARGE = 300;

/** Word, run of capitals, number, white space, symbols, or a single code unit of anything else. */
const PIECE_REGEXP = /([A-Z]?[a-z]+)|([A-Z]+)|(\d+)|(\s+)|([!-/:-@[-`{-~]+)|[^]/g;

/** First code unit after a range, and the charge for each code unit of that range. */
const CHARGES_BY_RANGE: readonly (readonly [number, number])[] = [
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

/** Returns an upper estimate of the number of o200k tokens that a text costs. */
export function estimateMaxTokens(text: string): number {
  let charge = 0;
  for (const match of text.matchAll(PIECE_REGEXP)) {
    const [piece, word, capitals, digits, space, symbols] = match;
    const { length } = piece;
    if (word !== undefined) {
      charge += ONE_TOKEN +
        LETTER_CHARGE * Math.max(Math.min(length, WORD_LETTERS) - FREE_LETTERS, 0) +
        LATE_LETTER_CHARGE * Math.max(length - WORD_LETTERS, 0);
    } else if (capitals !== undefined) charge += ONE_TOKEN + CAPITAL_CHARGE * (length - 1);
    else if (digits !== undefined) charge += ONE_TOKEN * Math.ceil(length / DIGITS_PER_TOKEN);
    else if (symbols !== undefined) charge += ONE_TOKEN + SYMBOL_CHARGE * (length - 1);
    else if (space === undefined) charge += findCharge(piece.charCodeAt(0));
    else if (space !== " " || isDigit(text.charCodeAt(match.index + 1))) {
      charge += ONE_TOKEN + SPACE_CHARGE * (length - 1);
    }
  }
  return Math.ceil(charge / ONE_TOKEN);
}

/** Returns an upper estimate of the number of o200k tokens that a value costs as JSON. */
export function estimateMaxJsonTokens(value: unknown): number {
  return estimateMaxTokens(JSON.stringify(value));
}

/**
 * Returns true for a digit. A single space before a digit is a token of its own; before anything
 * else it belongs to the next piece.
 */
function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function findCharge(code: number): number {
  return CHARGES_BY_RANGE.find(([end]) => code < end)?.[1] ?? UNKNOWN_CHARGE;
}
