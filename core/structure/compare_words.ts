import { log, pow } from "../math/mod.ts";
import { listContentTokens } from "../text/mod.ts";

/** Similarity of a text to another, with the words that they share. */
export interface Similarity {
  /** From 0 for texts without a common word to 1 for texts with the same words. */
  readonly value: number;
  /**
   * Rare words that both texts have, as this text writes them; those that the fewest texts have
   * come first.
   */
  readonly shared: readonly string[];
}

/** Maximum number of shared words that are returned. */
const MAX_SHARED = 4;

/** Word that is meaningful by itself. */
const WORD_REGEXP = /^\p{L}{3}|[^\p{ASCII}]/u;

/** A word is rare when at most this share of the files has it, or at most this number of files. */
const RARE_SHARE = 0.25;
const RARE_COUNT = 2;

/** Text that is compared. */
export interface ComparedText {
  readonly text: string;
  /** Path of its file. */
  readonly path: string;
}

/** Word of a text: number of occurrences, and the spelling of the first one. */
interface CountedWord {
  readonly count: number;
  readonly written: string;
}

type CountedWords = ReadonlyMap<string, CountedWord>;

/**
 * Returns the similarity of each of the other texts to the first one: the cosine of their words. A
 * word weighs the square root of its number of occurrences, times the inverse document frequency of
 * BM25 over all these texts. A word that many of their files have is not listed as shared.
 *
 * @param ignored Words to ignore, in lower case, such as those of `listKeywords()`.
 */
export function compareWords(
  first: string,
  others: readonly ComparedText[],
  ignored: ReadonlySet<string> = new Set(),
): readonly Similarity[] {
  const own = countWords(first, ignored);
  const counted = others.map(({ text }) => countWords(text, ignored));
  const holding = new Map<string, number>();
  for (const words of [own, ...counted]) {
    for (const word of words.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  }
  const total = others.length + 1;
  const files = Map.groupBy(counted.keys(), (i) => others[i]!.path);
  const mostFiles = Math.max(RARE_COUNT, RARE_SHARE * files.size);
  const isRare = (word: string) =>
    [...files.values()].filter((own) => own.some((i) => counted[i]!.has(word))).length <= mostFiles;
  const weightOf = (words: CountedWords, word: string) => {
    const n = holding.get(word)!;
    return Math.sqrt(words.get(word)?.count ?? 0) * log(1 + (total - n + .5) / (n + .5));
  };
  const lengthOf = (words: CountedWords) =>
    Math.sqrt([...words.keys()].reduce((sum, word) => sum + pow(weightOf(words, word), 2), 0));
  const ownLength = lengthOf(own);
  return counted.map((words) => {
    const common = [...words.keys()].filter((word) => own.has(word))
      .map((word) => ({ word, weight: weightOf(own, word) * weightOf(words, word) }));
    const product = common.reduce((sum, { weight }) => sum + weight, 0);
    return {
      value: product === 0 ? 0 : product / (ownLength * lengthOf(words)),
      shared: common.filter(({ word }) => WORD_REGEXP.test(word) && isRare(word))
        .sort((a, b) => b.weight - a.weight).slice(0, MAX_SHARED)
        .map(({ word }) => words.get(word)!.written),
    };
  });
}

/** Returns the words of a text; both a whole name and its parts count. */
function countWords(text: string, ignored: ReadonlySet<string>): CountedWords {
  const words = new Map<string, CountedWord>();
  for (const { text: word, start, end } of listContentTokens(text)) {
    const known = words.get(word);
    const written = known?.written ?? text.slice(start, end);
    if (ignored.has(written.toLowerCase())) continue;
    words.set(word, { count: (known?.count ?? 0) + 1, written });
  }
  return words;
}
