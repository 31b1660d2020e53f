/** Minimum number of texts in which two neighbours must occur together to become one word. */
const MIN_COUNT = 5;

/**
 * Minimum share of joint occurrences among all occurrences of both neighbours (Dice's coefficient).
 */
const MIN_SHARE = 0.1;

/**
 * Returns texts in which neighbours that mostly occur together are joined. A segmenter for common
 * language splits technical words, such as `服务器`.
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
