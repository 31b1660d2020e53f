import { inverseDocumentFrequency, saturate } from "../rank/bm25f.ts";
import type { TermCounts } from "../rank/term_lookup.ts";

/** Constants of BM25 over whole documents, as in noface. */
const DOCUMENT_BM25 = { k1: 1.2, b: 0.75 } as const;

/**
 * Returns the BM25 score of each document, in the order of the lengths: 0 for a document without
 * any of the terms, else above 0.
 *
 * This is the textbook formula, for whole design documents among themselves. Code is ranked by
 * BM25F over chunks.
 *
 * @param counts Frequencies of the terms of the query in the documents.
 */
export function scoreBm25({ lengths, terms }: TermCounts): Float64Array {
  const { k1, b } = DOCUMENT_BM25;
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1);
  const scores = new Float64Array(lengths.length);
  for (const { documentIndexes, counts } of terms) {
    const idf = inverseDocumentFrequency(documentIndexes.length, lengths.length);
    documentIndexes.forEach((document, i) => {
      const scale = average === 0 ? 1 : 1 - b + b * lengths[document]! / average;
      scores[document]! += idf * saturate(counts[i]! / scale, k1);
    });
  }
  return scores;
}
