/** Words of a text and its translation, as numbers. */
export interface AlignedPair {
  /** Words of the explained text. */
  readonly target: Uint32Array;
  /** Words of the explaining text. */
  readonly source: Uint32Array;
}

/** Number of the empty word, from which unexplained target words come. */
export const NO_WORD = 0;

/** Rounds of learning. Translations hardly change after the fifth. */
const ROUNDS = 5;

/** Minimum returned probability. */
const MIN_CHANCE = 0.01;

/** Maximum number of words of a language, so that two of them fit into an exact integer. */
const MAX_WORDS = 2 ** 26;

/**
 * Learns the probability that a source word is translated by a target word: model 1 of Brown et al.
 * (1993), "The Mathematics of Statistical Machine Translation", by expectation maximisation.
 *
 * @param pairs Word 0 is {@link NO_WORD} and occurs in no text.
 * @returns For each source word the probabilities of its translations.
 */
export function alignWords(
  pairs: readonly AlignedPair[],
  sourceCount: number,
): readonly ReadonlyMap<number, number>[] {
  const { meetings, sources, targets } = listMeetings(pairs);
  let chances = new Float64Array(sources.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    const counts = new Float64Array(sources.length);
    let at = 0;
    for (const { target, source } of pairs) {
      for (let i = 0; i < target.length; i++) {
        const end = at + source.length + 1;
        let sum = 0;
        for (let j = at; j < end; j++) sum += chances[meetings[j]!]!;
        for (; at < end; at++) counts[meetings[at]!]! += chances[meetings[at]!]! / sum;
      }
    }
    const sums = new Float64Array(sourceCount);
    counts.forEach((count, id) => sums[sources[id]!]! += count);
    chances = counts.map((count, id) => count / sums[sources[id]!]!);
  }
  const found = Array.from({ length: sourceCount }, () => new Map<number, number>());
  chances.forEach((chance, id) => {
    if (chance >= MIN_CHANCE) found[sources[id]!]!.set(targets[id]!, chance);
  });
  return found;
}

/**
 * Numbers the distinct pairs of words that occur together in a text. `meetings` has, for each
 * target word of each text, the pairs with {@link NO_WORD} and with each source word.
 */
function listMeetings(pairs: readonly AlignedPair[]) {
  const size = pairs.reduce((sum, pair) => sum + pair.target.length * (pair.source.length + 1), 0);
  const meetings = new Uint32Array(size);
  const numbers = new Map<number, number>();
  const sources: number[] = [];
  const targets: number[] = [];
  let at = 0;
  const meet = (from: number, to: number) => {
    const key = from * MAX_WORDS + to;
    let number = numbers.get(key);
    if (number === undefined) {
      number = sources.push(from) - 1;
      targets.push(to);
      numbers.set(key, number);
    }
    meetings[at++] = number;
  };
  for (const { target, source } of pairs) {
    for (const to of target) {
      meet(NO_WORD, to);
      for (const from of source) meet(from, to);
    }
  }
  return { meetings, sources, targets };
}
