import { inverseDocumentFrequency, saturate } from "../rank/bm25f.ts";

/** A term of a query in one document. */
export interface TermOccurrence {
  /** Occurrences in the document. */
  readonly frequency: number;
  /** Documents that have the term. */
  readonly documentFrequency: number;
}

/** The length of a document and of all documents. */
export interface DocumentLengths {
  /** Number of documents. */
  readonly documents: number;
  /** Terms of the document. */
  readonly length: number;
  /** Terms of a document on average. */
  readonly averageLength: number;
}

/** The constants of BM25 over whole documents, as in noface. */
export const DOCUMENT_BM25 = { k1: 1.2, b: 0.75 } as const;

/**
 * Returns the BM25 score of a document: 0 when it has none of the terms, else above 0.
 *
 * This is the textbook formula, for whole design documents. Code is ranked by BM25F over chunks.
 *
 * @param terms Each term of the query once.
 *
 * @example
 * ```ts
 * import { scoreBm25 } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const lengths = { documents: 3, length: 5, averageLength: 11 / 3 };
 * const score = scoreBm25([{ frequency: 2, documentFrequency: 1 }], lengths);
 * assert.equal(score.toFixed(4), "1.2235");
 * ```
 */
export function scoreBm25(
  terms: readonly TermOccurrence[],
  { documents, length, averageLength }: DocumentLengths,
): number {
  const { k1, b } = DOCUMENT_BM25;
  const scale = averageLength === 0 ? 1 : 1 - b + b * length / averageLength;
  return terms.reduce((score, { frequency, documentFrequency }) => {
    if (frequency === 0) return score;
    const idf = inverseDocumentFrequency(documentFrequency, documents);
    return score + idf * saturate(frequency / scale, k1);
  }, 0);
}
