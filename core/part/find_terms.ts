import { analyzeWord } from "../text/analyze.ts";
import { createWordCache } from "../text/word_cache.ts";

const ASCII_REGEXP = /^[\0-\x7f]*$/;

/** What the stem of an English word may end with that its word has not: `queri` and `possibl`. */
const STEM_END_REGEXP = /(?<=^[a-z]*b)le?$|(?<=^[a-z]+)[ei]$/;

/** The same names stand in many files. */
const termsOf = createWordCache(analyzeWord, { maxWords: 1 << 14 });

/** Returns the terms of a name, as its analysis gives them. */
export function listNameTerms(name: string): readonly string[] {
  return termsOf(name, 0, name.length);
}

/**
 * Returns a function that gives the numbers of those of some terms that a name has, in the order of its
 * analysis and as often.
 *
 * Few names have one, and to analyze them all takes most of the time of a process that answers one question.
 * So a name is looked at only if one of its parts begins as the words of a term do.
 */
export function openTermFinder(terms: readonly string[]): (name: string) => readonly number[] {
  const numbers = new Map(terms.map((term, i) => [term, i]));
  const starts = terms.filter((term) => ASCII_REGEXP.test(term)).map(startOf);
  const mayHave = new RegExp(["[^\\0-\\x7f]", ...starts].join("|"));
  return (name) => {
    if (!mayHave.test(name)) return NONE;
    return listNameTerms(name).flatMap((term) => numbers.get(term) ?? []);
  };
}

const NONE: readonly number[] = [];

/**
 * Returns the source of an expression for where the words of a term begin in a name: with a capital, or with
 * a letter behind none. A term of several parts may have what connects them in it.
 */
function startOf(term: string): string {
  const [first = "", ...others] = term.replace(STEM_END_REGEXP, "");
  const capital = first.toUpperCase();
  const start = first === capital ? first : `(?:(?<![A-Za-z])${first}|${capital})`;
  const rest = others.map((letter) => {
    const upper = letter.toUpperCase();
    return letter === upper ? letter : `[${letter}${upper}]`;
  });
  return [start, ...rest].join("[-_$]*");
}
