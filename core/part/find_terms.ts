import { analyzeWord } from "../text/analyze.ts";
import { createWordCache } from "../text/word_cache.ts";

const ASCII_REGEXP = /^[\0-\x7f]*$/;
const LETTERS_REGEXP = /^[a-z]+$/;

/** The same names stand in many files. */
const termsOf = createWordCache(analyzeWord, { maxWords: 1 << 13 });

/** Letters up to which a stem differs from its word in one letter. */
const MAX_SHORT = 4;

/**
 * Returns a function that gives the numbers of those of some terms that a name has, in the order of its
 * analysis and as often.
 *
 * Few names have one, and to analyze them all takes most of the time of a process that answers one question.
 * So a name is looked at only if it has the letters that a term begins with: a stem may differ from its word
 * in one letter at the end, in two where it has five letters and more.
 */
export function openTermFinder(terms: readonly string[]): (name: string) => readonly number[] {
  const numbers = new Map(terms.map((term, i) => [term, i]));
  const starts = terms.filter((term) => ASCII_REGEXP.test(term))
    .map((term) => [...startOf(term)].join("[-_$]*"));
  const mayHave = new RegExp(["[^\\0-\\x7f]", ...starts].join("|"), "i");
  return (name) => {
    if (!mayHave.test(name)) return [];
    return termsOf(name, 0, name.length).flatMap((term) => numbers.get(term) ?? []);
  };
}

/** Returns what all words begin with that have a term. */
function startOf(term: string): string {
  if (!LETTERS_REGEXP.test(term)) return term;
  return term.slice(0, term.length > MAX_SHORT ? -2 : -1);
}
