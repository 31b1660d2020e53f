import { analyze } from "../text/analyze.ts";
import { UNSPACED_REGEXP } from "../text/character_class.ts";
import type { ForeignWord } from "./read_foreign.ts";

/** A pair of characters, as the index has it, and the word of the question that it begins in. */
export interface WrittenPair {
  readonly pair: string;
  /** Index of its word. */
  readonly word: number;
}

/**
 * Returns the pairs of characters of a question without spaces, in order, by which the index knows its words,
 * wherever the lexicon cut them. Words that say nothing have none.
 */
export function listWrittenPairs(words: readonly ForeignWord[]): readonly WrittenPair[] {
  const pairs: WrittenPair[] = [];
  for (let first = 0; first < words.length;) {
    let end = first;
    let text = "";
    // By offset in the text, the word that is there.
    const owners: number[] = [];
    while (end < words.length && !words[end]!.isSilent && (end === first || isNext(words, end))) {
      const { word } = words[end]!;
      for (let i = 0; i < word.length; i++) owners.push(end);
      text += word;
      end++;
    }
    for (const { start, end } of analyze(text)) {
      const pair = text.slice(start, end);
      if (UNSPACED_REGEXP.test(pair)) pairs.push({ pair, word: owners[start]! });
    }
    first = Math.max(end, first + 1);
  }
  return pairs;
}

/** Returns the words of a question with the pairs that the tree has beside their translations. */
export function keepPairs(
  words: readonly ForeignWord[],
  pairs: readonly WrittenPair[],
): readonly ForeignWord[] {
  const written = Map.groupBy(pairs, ({ word }) => word);
  return words.map((one, index) => {
    const own = new Set(written.get(index)?.map(({ pair }) => pair));
    return { ...one, english: [...own, ...one.english] };
  });
}

function isNext(words: readonly ForeignWord[], index: number): boolean {
  return words[index - 1]!.end === words[index]!.start;
}
