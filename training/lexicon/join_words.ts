/** Texts that two neighbours must stand in, one after the other, to be one word. */
const MIN_COUNT = 5;

/** Least share of the places of both neighbours at which they stand together (Dice's coefficient). */
const MIN_SHARE = 0.1;

/**
 * Returns texts with those neighbours joined that mostly stand together: a segmenter that knows common
 * language cuts the words of programmers, such as `服务器`, in pieces.
 */
export function joinWords(texts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const words = new Map<string, number>();
  const joined = new Map<string, number>();
  for (const text of texts) {
    text.forEach((word, at) => {
      increment(words, word);
      if (at > 0) increment(joined, text[at - 1]! + word);
    });
  }
  const isWord = (first: string, second: string) => {
    const together = joined.get(first + second)!;
    const both = words.get(first)! + words.get(second)!;
    return together >= MIN_COUNT && 2 * together >= MIN_SHARE * both;
  };
  return texts.map((text) => {
    const found: string[] = [];
    for (let at = 0; at < text.length; at++) {
      const [word, next] = [text[at]!, text[at + 1]];
      const joins = next !== undefined && isWord(word, next);
      found.push(joins ? word + next : word);
      if (joins) at++;
    }
    return found;
  });
}

function increment(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}
