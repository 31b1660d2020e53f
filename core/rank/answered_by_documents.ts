import type { Evidence } from "./evidence.ts";
import type { QueryReading } from "./query_reading.ts";
import { countWords } from "./rank_evidence.ts";
import { verbosity } from "./verbosity.ts";

/**
 * How much better the best document must be than the best code: by words times by meaning. Of 147 short queries the
 * seven above it that have needed lines are answered by documents, and eight more below it are.
 */
const MIN_RATIO = 1.25;

/**
 * Returns whether documents answer a short query rather than code, by what the tree has: the words of the query stand
 * together in a section of a document, and its meaning is nearer to documents as well. In a sentence of everyday words
 * documents are nearer whatever is asked, and guessed names tell by themselves what is meant.
 *
 * @param evidence Of each tree that is asked.
 */
export function isAnsweredByDocuments(
  evidence: readonly Pick<Evidence, "pool" | "words" | "cosines">[],
  { terms, nameTerms }: Pick<QueryReading, "terms" | "nameTerms">,
): boolean {
  if (nameTerms !== undefined || verbosity(countWords(terms)) > 0) return false;
  const best = { document: { words: 0, cosine: 0 }, code: { words: 0, cosine: 0 } };
  for (const { pool, words, cosines } of evidence) {
    for (const { kind, firstChunk, endChunk } of pool) {
      const one = best[kind];
      for (let chunk = firstChunk; chunk < endChunk; chunk++) {
        one.words = Math.max(one.words, words[chunk]!);
        const cosine = cosines?.[chunk] ?? 0;
        // Written so that NaN fails it.
        if (cosine > one.cosine) one.cosine = cosine;
      }
    }
  }
  const { document, code } = best;
  const byMeaning = document.cosine > 0 && code.cosine > 0 ? document.cosine / code.cosine : 1;
  // Where no code has a word of it, documents come first in any case.
  if (document.words === 0 || code.words === 0) return false;
  return document.words / code.words * byMeaning >= MIN_RATIO;
}
