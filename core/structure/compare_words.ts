import { listTellingTokens } from "../text/mod.ts";

/** How alike a text is to another, and by what. */
export interface Likeness {
  /** From 0 for texts without a word in common to 1 for the same words. */
  readonly value: number;
  /** Words that both have, as the text writes them, those first that the fewest of the texts have. */
  readonly shared: readonly string[];
}

/** Words in common that are told. */
const MAX_SHARED = 4;

/** A word that tells something by itself. */
const WORD_REGEXP = /^\p{L}{3}|[^\p{ASCII}]/u;

/** A word of a text: how often it is there, and how it is written there first. */
interface CountedWord {
  readonly count: number;
  readonly written: string;
}

type CountedWords = ReadonlyMap<string, CountedWord>;

/**
 * Returns how alike each of some texts is to a first one: the cosine of their words, each by the square root
 * of how often it is there, and the more the fewer of all these texts have it, by the inverse document
 * frequency of BM25.
 */
export function compareWords(first: string, others: readonly string[]): readonly Likeness[] {
  const own = countWords(first);
  const counted = others.map(countWords);
  const holding = new Map<string, number>();
  for (const words of [own, ...counted]) {
    for (const word of words.keys()) holding.set(word, (holding.get(word) ?? 0) + 1);
  }
  const total = others.length + 1;
  const weightOf = (words: CountedWords, word: string) => {
    const n = holding.get(word)!;
    return Math.sqrt(words.get(word)?.count ?? 0) * Math.log(1 + (total - n + .5) / (n + .5));
  };
  const lengthOf = (words: CountedWords) =>
    Math.sqrt([...words.keys()].reduce((sum, word) => sum + weightOf(words, word) ** 2, 0));
  const ownLength = lengthOf(own);
  return counted.map((words) => {
    const common = [...words.keys()].filter((word) => own.has(word))
      .map((word) => ({ word, weight: weightOf(own, word) * weightOf(words, word) }));
    const product = common.reduce((sum, { weight }) => sum + weight, 0);
    return {
      value: product === 0 ? 0 : product / (ownLength * lengthOf(words)),
      shared: common.filter(({ word }) => WORD_REGEXP.test(word))
        .sort((a, b) => b.weight - a.weight).slice(0, MAX_SHARED)
        .map(({ word }) => words.get(word)!.written),
    };
  });
}

/** Returns the words of a text; a name counts by its parts as well as by itself. */
function countWords(text: string): CountedWords {
  const words = new Map<string, CountedWord>();
  for (const { text: word, start, end } of listTellingTokens(text)) {
    const known = words.get(word);
    words.set(word, {
      count: (known?.count ?? 0) + 1,
      written: known?.written ?? text.slice(start, end),
    });
  }
  return words;
}
