import { raw } from "./match_at.ts";

const NON_ASCII_REGEXP = /[^\0-\x7f]/;

/**
 * Marks that people often leave out: variation selectors, marks on digits and Latin letters,
 * accents of Greek, which its capitals lack, vowels of Arabic and Hebrew, the dots of `ё`, and the
 * Arabic sign that lengthens words.
 */
const STRIPPED_MARKS_REGEXP = new RegExp(
  raw`\p{VS}|\u0640|(?<=` +
    raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{N}\u0640]` +
    raw`\p{M}*)\p{M}|(?<=е)\u0308`,
  "gu",
);

/**
 * Letters that people type without their stroke, as two letters or as another letter. No Unicode
 * normal form unifies them.
 */
const RESPELLED_LETTERS: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["đ", "d"],
  ["ð", "d"],
  ["ħ", "h"],
  ["ł", "l"],
  ["ŧ", "t"],
  ["þ", "th"],
  ["ı", "i"],
  ["ς", "σ"],
  // Arabic and Persian keyboards have one each of two letters that look alike.
  ["ك", "ک"],
  ["ي", "ی"],
  ["ى", "ی"],
]);
const RESPELLED_LETTERS_REGEXP = new RegExp(`[${[...RESPELLED_LETTERS.keys()].join("")}]`, "g");

/**
 * Returns the spelling under which a word is indexed: in lower case, with compatibility forms (full
 * width, ligatures) replaced, and without the marks that people often leave out. `Straße` yields
 * `strasse`.
 *
 * All other marks stay, as they distinguish letters (`й` is not `и`, `が` is not `か`). The result is
 * in Unicode normal form C for any form of the input.
 *
 * @param word Any text; lone surrogates are kept.
 */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (!NON_ASCII_REGEXP.test(word)) return lower;
  return word
    .normalize("NFKD")
    .toLowerCase()
    .replace(STRIPPED_MARKS_REGEXP, "")
    .replace(RESPELLED_LETTERS_REGEXP, (letter) => RESPELLED_LETTERS.get(letter) ?? letter)
    .normalize("NFC");
}
