import { log, pow } from "../math/mod.ts";
import { listTellingTokens } from "../text/mod.ts";

/** How alike a text is to another, and by what. */
export interface Likeness {
  /** From 0 for texts without a word in common to 1 for the same words. */
  readonly value: number;
  /** Rare words that both have, as the text writes them, those first that the fewest of the texts have. */
  readonly shared: readonly string[];
}

/** Words in common that are told. */
const MAX_SHARED = 4;

/** A word that tells something by itself. */
const WORD_REGEXP = /^\p{L}{3}|[^\p{ASCII}]/u;

/** Share of the files, and number of them, that may have a word which is told. */
const RARE_SHARE = 0.25;
const RARE_COUNT = 2;

/** A text that is compared. */
export interface ComparedText {
  readonly text: string;
  /** Path of its file. */
  readonly path: string;
}

/** A word of a text: how often it is there, and how it is written there first. */
interface CountedWord {
  readonly count: number;
  readonly written: string;
}

type CountedWords = ReadonlyMap<string, CountedWord>;

/**
 * Returns how alike each of some texts is to a first one: the cosine of their words, each by the square root
 * of how often it is there, and the more the fewer of all these texts have it, by the inverse document
 * frequency of BM25. A word that many of their files have is not told.
 *
 * @param ignored Words that say nothing, in lower case, such as those of `listKeywords()`.
 */
export function compareWords(
  first: string,
  others: readonly ComparedText[],
  ignored: ReadonlySet<string> = new Set(),
): readonly Likeness[] {
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

/** Returns the words of a text; a name counts by its parts as well as by itself. */
function countWords(text: string, ignored: ReadonlySet<string>): CountedWords {
  const words = new Map<string, CountedWord>();
  for (const { text: word, start, end } of listTellingTokens(text)) {
    const known = words.get(word);
    const written = known?.written ?? text.slice(start, end);
    if (ignored.has(written.toLowerCase())) continue;
    words.set(word, { count: (known?.count ?? 0) + 1, written });
  }
  return words;
}
