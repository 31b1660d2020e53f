import { inverseDocumentFrequency, saturate } from "../rank/bm25f.ts";

/** How often terms are in documents. */
export interface TermCounts {
  /** Terms in each document. */
  readonly lengths: Uint32Array;
  /** Each term once. */
  readonly terms: readonly TermCount[];
}

/** How often one term is in documents. */
export interface TermCount {
  /** Places in the list of lengths of the documents that have it, in no order. */
  readonly places: readonly number[];
  /** How often it is in each of these. */
  readonly counts: readonly number[];
}

/** The constants of BM25 over whole documents, as in noface. */
const DOCUMENT_BM25 = { k1: 1.2, b: 0.75 } as const;

/**
 * Returns the BM25 score of each document, in the order of the lengths: 0 when it has none of the terms,
 * else above 0.
 *
 * This is the textbook formula, for whole design documents among themselves. Code is ranked by BM25F over
 * chunks.
 *
 * @param counts How often the terms of the query are in the documents.
 */
export function scoreBm25({ lengths, terms }: TermCounts): Float64Array {
  const { k1, b } = DOCUMENT_BM25;
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(lengths.length, 1);
  const scores = new Float64Array(lengths.length);
  for (const { places, counts } of terms) {
    const idf = inverseDocumentFrequency(places.length, lengths.length);
    places.forEach((place, i) => {
      const scale = average === 0 ? 1 : 1 - b + b * lengths[place]! / average;
      scores[place]! += idf * saturate(counts[i]! / scale, k1);
    });
  }
  return scores;
}
