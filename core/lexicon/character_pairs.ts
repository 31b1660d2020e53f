import { analyze } from "../text/analyze.ts";
import { UNSPACED_REGEXP } from "../text/character_class.ts";
import type { TranslatedWord } from "./translate_words.ts";

/** Pair of characters, as the index has it, with the word of the question that it begins in. */
export interface CharacterPair {
  readonly pair: string;
  /** Index of the word that it begins in. */
  readonly word: number;
  /** Index of the first word of its run. Stop words separate runs. */
  readonly run: number;
  /**
   * True when one of its characters belongs to a stop word, or to an unknown rest of a word that
   * the lexicon lacks.
   */
  readonly isUncertain: boolean;
}

/**
 * Returns the pairs of characters of a question without spaces, in order. The index finds words by
 * these pairs, however the lexicon divides them. Stop words have no pairs, except for the pair with
 * each end of a run of other words.
 */
export function listCharacterPairs(words: readonly TranslatedWord[]): readonly CharacterPair[] {
  const pairs: CharacterPair[] = [];
  for (let first = 0; first < words.length;) {
    let end = first;
    let text = "";
    // Index of the word at each offset of the text.
    const owners: number[] = [];
    while (end < words.length && !words[end]!.isStopWord && (end === first || isNext(words, end))) {
      const { word } = words[end]!;
      for (let i = 0; i < word.length; i++) owners.push(end);
      text += word;
      end++;
    }
    for (const { start, end } of analyze(text)) {
      const pair = text.slice(start, end);
      if (UNSPACED_REGEXP.test(pair)) {
        pairs.push({ pair, word: owners[start]!, run: first, isUncertain: false });
      }
    }
    const last = end - 1;
    for (const [left, right] of [[first - 1, first], [last, last + 1]] as const) {
      if (last < first || words[left] === undefined || !isNext(words, right)) continue;
      const pair = [...words[left].word].at(-1)! + [...words[right]!.word][0]!;
      pairs.push({ pair, word: left < first ? first : last, run: first, isUncertain: true });
    }
    first = Math.max(end, first + 1);
  }
  return pairs;
}

/**
 * Returns the words of a question with the pairs that the tree contains, added to their
 * translations. Uncertain pairs count only when the tree contains no other pair of their run.
 */
export function addCharacterPairs(
  words: readonly TranslatedWord[],
  pairs: readonly CharacterPair[],
): readonly TranslatedWord[] {
  const found = new Set(pairs.flatMap(({ run, isUncertain }) => isUncertain ? [] : run));
  const likely = pairs.filter(({ run, isUncertain }) => !isUncertain || !found.has(run));
  const written = Map.groupBy(likely, ({ word }) => word);
  return words.map((one, index) => {
    const own = new Set(written.get(index)?.map(({ pair }) => pair));
    return { ...one, english: [...own, ...one.english] };
  });
}

function isNext(words: readonly TranslatedWord[], index: number): boolean {
  return words[index - 1]?.end === words[index]?.start;
}
