import { analyzeWord } from "../text/analyze.ts";

/** Letters that every spelling of a name begins with; stems may differ from names behind them. */
const SAME_LETTERS = 3;

/** What is neither a letter nor a number. */
const MARKS_REGEXP = /[^\p{L}\p{N}]/gu;

/** The spellings of one name: those that have the same index term, as `mediaTypes` and `MEDIA_TYPE`. */
export interface Spellings {
  /** Source of a pattern that all of them begin with, whatever the case. */
  readonly start: string;
  /** Returns whether a name that begins so is one of them. */
  readonly has: (name: string) => boolean;
}

/** Returns what tells the spellings of a name from other names. */
export function openSpellings(name: string): Spellings {
  const [term] = analyzeWord(name);
  const letters = [...name.replace(MARKS_REGEXP, "")].slice(0, SAME_LETTERS);
  return {
    // To take every name apart would take longer than all the rest.
    start: `[_$]*${letters.join("[_$-]*")}`,
    has: (other) => term !== undefined && analyzeWord(other)[0] === term,
  };
}
