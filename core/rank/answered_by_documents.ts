import type { Evidence } from "./evidence.ts";
import type { AnalyzedQuery } from "./analyzed_query.ts";
import { countWords } from "./rank_evidence.ts";
import { verbosity } from "./verbosity.ts";

/**
 * Smallest ratio of the best document to the best code, for words times meaning. Of 147 short
 * queries documents answer all seven queries above this ratio that have needed lines, and eight
 * more below it.
 */
const MIN_RATIO = 1.25;

/**
 * Returns true when documents answer a short query rather than code. The evidence comes from the
 * tree: a section of a document has the words of the query together, and documents are nearer in
 * meaning, too. It does not apply to sentences of everyday words, as documents are nearer to them
 * for any question, nor to queries with guessed names, as these already show the intent.
 *
 * @param evidence Evidence of each searched tree.
 */
export function isAnsweredByDocuments(
  evidence: readonly Pick<Evidence, "pool" | "wordScores" | "cosines">[],
  { terms, nameTerms }: Pick<AnalyzedQuery, "terms" | "nameTerms">,
): boolean {
  if (nameTerms !== undefined || verbosity(countWords(terms)) > 0) return false;
  const best = { document: { words: 0, cosine: 0 }, code: { words: 0, cosine: 0 } };
  for (const { pool, wordScores, cosines } of evidence) {
    for (const { kind, firstChunk, endChunk } of pool) {
      const one = best[kind];
      for (let chunk = firstChunk; chunk < endChunk; chunk++) {
        one.words = Math.max(one.words, wordScores[chunk]!);
        const cosine = cosines?.[chunk] ?? 0;
        // NaN fails this comparison.
        if (cosine > one.cosine) one.cosine = cosine;
      }
    }
  }
  const { document, code } = best;
  const byMeaning = document.cosine > 0 && code.cosine > 0 ? document.cosine / code.cosine : 1;
  // Documents come first in any case when no code has a word of the query.
  if (document.words === 0 || code.words === 0) return false;
  return document.words / code.words * byMeaning >= MIN_RATIO;
}
