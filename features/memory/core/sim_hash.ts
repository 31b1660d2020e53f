/** Characters that separate words: no letters, marks or digits. */
const SEPARATOR_REGEXP = /[^\p{L}\p{M}\p{N}]+/u;

/** Bits of a fingerprint. */
const BITS = 64;

/**
 * Maximum number of differing bits of two fingerprints of nearly equal texts. Source: the clusters
 * of the original specification.
 */
export const NEAR_BITS = 3;

/** Words that are hashed together, so that their order matters. */
const SHINGLE_WORDS = 2;

/** Constants of FNV-1a for 64 bits (Fowler, Noll and Vo). */
const FNV_OFFSET = 0xcbf29ce484222325n;
const FNV_PRIME = 0x100000001b3n;

/**
 * Returns the SimHash of a text (Charikar, 2002) as 16 hexadecimal digits: texts that share most of
 * their words, in order, have fingerprints that differ in few bits. Case, punctuation and spaces
 * are ignored.
 */
export function simHash(text: string): string {
  const words = text.normalize("NFKC").toLowerCase().split(SEPARATOR_REGEXP).filter(Boolean);
  const counts = new Int32Array(BITS);
  for (const shingle of listShingles(words)) {
    const hash = fnv1a(shingle);
    for (let bit = 0; bit < BITS; bit++) {
      counts[bit]! += (hash >> BigInt(bit)) & 1n ? 1 : -1;
    }
  }
  let fingerprint = 0n;
  for (let bit = 0; bit < BITS; bit++) if (counts[bit]! > 0) fingerprint |= 1n << BigInt(bit);
  return fingerprint.toString(16).padStart(BITS / 4, "0");
}

/** Returns the number of differing bits of two fingerprints of {@link simHash}. */
export function hammingDistance(one: string, other: string): number {
  let different = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let count = 0;
  for (; different !== 0n; different &= different - 1n) count++;
  return count;
}

function listShingles(words: readonly string[]): readonly string[] {
  const pairs = words.slice(SHINGLE_WORDS - 1).map((_, at) =>
    words.slice(at, at + SHINGLE_WORDS).join(" ")
  );
  return [...words, ...pairs];
}

/** Returns the FNV-1a hash of the UTF-16 code units of a text. */
function fnv1a(text: string): bigint {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at++) {
    hash = BigInt.asUintN(BITS, (hash ^ BigInt(text.charCodeAt(at))) * FNV_PRIME);
  }
  return hash;
}

/**
 * Numbers, negations and code: texts that differ in these have different meanings in similar words.
 */
const SIGNIFICANT_REGEXP =
  /`[^`]+`|\d+(?:[.,:]\d+)*|\b(?:not|never|no|without|don't|doesn't|isn't|can't|mustn't)\b/giu;

/** Returns true when two nearly equal texts differ in a number, a negation or a name. */
export function differsInMeaning(one: string, other: string): boolean {
  return listSignificant(one) !== listSignificant(other);
}

function listSignificant(text: string): string {
  const found = text.normalize("NFKC").replaceAll("\u2019", "'").match(SIGNIFICANT_REGEXP) ?? [];
  return found.map((word) => word.startsWith("`") ? word : word.toLowerCase()).toSorted().join(" ");
}
