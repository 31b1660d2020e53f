import { analyze } from "../text/analyze.ts";
import { UNSPACED_REGEXP } from "../text/character_class.ts";
import type { ForeignWord } from "./read_foreign.ts";

/** A pair of characters, as the index has it, and the word of the question that it begins in. */
export interface WrittenPair {
  readonly pair: string;
  /** Index of its word. */
  readonly word: number;
  /** Index of the word that it ends in. */
  readonly lastWord: number;
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
      if (UNSPACED_REGEXP.test(pair)) {
        pairs.push({ pair, word: owners[start]!, lastWord: owners[end - 1]! });
      }
    }
    first = Math.max(end, first + 1);
  }
  return pairs;
}

/**
 * Returns the words of a question with the pairs that the tree has beside their translations. A word of one
 * character that is cut out of such a pair is not translated: it was a part of a longer one.
 */
export function keepPairs(
  words: readonly ForeignWord[],
  pairs: readonly WrittenPair[],
): readonly ForeignWord[] {
  const isCut = (word: number) => words[word]!.word.length === 1;
  const cut = new Set(
    pairs.filter(({ word, lastWord }) => word !== lastWord)
      .flatMap(({ word, lastWord }) => [word, lastWord]).filter(isCut),
  );
  const written = Map.groupBy(pairs, ({ word }) => word);
  return words.map((one, index) => ({
    ...one,
    english: [
      ...new Set(written.get(index)?.map(({ pair }) => pair)),
      ...cut.has(index) ? [] : one.english,
    ],
  }));
}

function isNext(words: readonly ForeignWord[], index: number): boolean {
  return words[index - 1]!.end === words[index]!.start;
}
