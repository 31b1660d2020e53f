import { analyze } from "../text/analyze.ts";
import { UNSPACED_REGEXP } from "../text/character_class.ts";
import type { ForeignWord } from "./read_foreign.ts";

/** A pair of characters, as the index has it, and the word of the question that it begins in. */
export interface WrittenPair {
  readonly pair: string;
  /** Index of its word. */
  readonly word: number;
  /** Index of the first word of its run, between words that say nothing. */
  readonly run: number;
  /** Whether one of its characters is of a word that says nothing, or is the rest of one that the lexicon lacks. */
  readonly isDoubtful: boolean;
}

/**
 * Returns the pairs of characters of a question without spaces, in order, by which the index knows its words,
 * wherever the lexicon cut them. Words that say nothing have none, but for the pair with each end of a run of others.
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
        pairs.push({ pair, word: owners[start]!, run: first, isDoubtful: false });
      }
    }
    const last = end - 1;
    for (const [left, right] of [[first - 1, first], [last, last + 1]] as const) {
      if (last < first || words[left] === undefined || !isNext(words, right)) continue;
      const pair = [...words[left].word].at(-1)! + [...words[right]!.word][0]!;
      pairs.push({ pair, word: left < first ? first : last, run: first, isDoubtful: true });
    }
    first = Math.max(end, first + 1);
  }
  return pairs;
}

/**
 * Returns the words of a question with the pairs that the tree has beside their translations. Doubtful ones count where
 * the tree has no other pair of their run.
 */
export function keepPairs(
  words: readonly ForeignWord[],
  pairs: readonly WrittenPair[],
): readonly ForeignWord[] {
  const found = new Set(pairs.flatMap(({ run, isDoubtful }) => isDoubtful ? [] : run));
  const likely = pairs.filter(({ run, isDoubtful }) => !isDoubtful || !found.has(run));
  const written = Map.groupBy(likely, ({ word }) => word);
  return words.map((one, index) => {
    const own = new Set(written.get(index)?.map(({ pair }) => pair));
    return { ...one, english: [...own, ...one.english] };
  });
}

function isNext(words: readonly ForeignWord[], index: number): boolean {
  return words[index - 1]?.end === words[index]?.start;
}
