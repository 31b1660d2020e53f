import { MAX_TERM_LENGTH } from "./tokenize_name.ts";

/**
 * Default capacity in words: about 15 MB of terms, enough for the frequent words of a large tree.
 */
const DEFAULT_CACHED_WORDS = 1 << 16;

/** Maximum capacity in words. */
const MAX_CACHED_WORDS = 1 << 24;

/** Number of words that share a bucket; the word that was used last stays. */
const BUCKET_SIZE = 2;

// FNV-1a over UTF-16 code units: http://www.isthe.com/chongo/tech/comp/fnv/
const FNV_OFFSET_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Function of the word `text.slice(start, end)` that caches its results. */
export type WordLookup<Value> = (text: string, start: number, end: number) => Value;

/**
 * Returns `compute` with a cache for words of texts. New words replace old ones.
 *
 * It is meant for loops over the words of whole trees, where few words make up most of the text. It
 * compares a word in place in the text; a `Map` would need a slice of the text, hashed again, for
 * each look-up.
 *
 * @param compute Must return the same result for the same word. Callers share its results.
 * @param options.maxWords Maximum number of words, rounded down to a power of two.
 * @throws {RangeError} If `maxWords` is below 2 or above 2 to the 24th.
 */
export function createWordCache<Value>(
  compute: (word: string) => Value,
  { maxWords = DEFAULT_CACHED_WORDS }: { readonly maxWords?: number } = {},
): WordLookup<Value> {
  if (!(maxWords >= BUCKET_SIZE && maxWords <= MAX_CACHED_WORDS)) {
    throw new RangeError(
      `Cannot create a word cache as "maxWords" must be from ${BUCKET_SIZE} to ` +
        `${MAX_CACHED_WORDS}: current value is ${maxWords}`,
    );
  }
  const size = 1 << 31 - Math.clz32(maxWords);
  const bucketMask = size / BUCKET_SIZE - 1;
  const words: string[] = new Array(size).fill("");
  const values: (Value | undefined)[] = new Array(size).fill(undefined);

  return (text, start, end) => {
    // Longer words are data and do not repeat. The empty word marks a free slot.
    const length = end - start;
    if (length > MAX_TERM_LENGTH || length < 1) return compute(copySlice(text, start, end));
    const first = (hashWord(text, start, end) & bucketMask) * BUCKET_SIZE;
    if (isWordAt(words[first] as string, text, start, end)) return values[first] as Value;
    const second = first + 1;
    let word = words[second] as string;
    let value = values[second] as Value;
    if (!isWordAt(word, text, start, end)) {
      word = copySlice(text, start, end);
      value = compute(word);
    }
    words[second] = words[first] as string;
    values[second] = values[first];
    words[first] = word;
    values[first] = value;
    return value;
  };
}

function hashWord(text: string, start: number, end: number): number {
  let hash = FNV_OFFSET_BASIS;
  for (let index = start; index < end; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return hash ^ (hash >>> 15);
}

/** Returns true when a text has `word` between two offsets. */
function isWordAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false;
  for (let index = 0; index < word.length; index++) {
    if (word.charCodeAt(index) !== text.charCodeAt(start + index)) return false;
  }
  return true;
}

/** Returns a copy: a slice would keep the whole text that it was cut from in memory. */
function copySlice(text: string, start: number, end: number): string {
  return text.slice(start, end).split("").join("");
}
