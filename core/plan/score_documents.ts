/**
 * Scores of the design documents of a task: by words and meaning against the issue, higher with a link from
 * the issue, lower when a document may be outdated.
 *
 *     score = (α · bm25 / highest bm25 + β · similarity + boost if linked) · freshness
 *
 * Without an embedder words have the weight α + β.
 *
 * @module
 */

import { explainProduct, explainSum, explainValue, type Explanation } from "../rank/explanation.ts";
import type { TaskSettings } from "./task_settings.ts";

/** Evidence about a document. */
export interface DocumentEvidence {
  readonly path: string;
  /** True when the issue links to it or names it. */
  readonly linked: boolean;
  /** BM25 of the words of the issue. */
  readonly bm25: number;
  /** Cosine of the issue and the document; absent when the document has no vector. */
  readonly similarity?: number;
  /** Freshness from `measureFreshness`, above 0 and at most 1. */
  readonly freshness: number;
}

/** Reasons for the score of a document. */
export type DocumentReason =
  | "linked"
  | "bm25"
  | "embedding"
  | "maybe_outdated"
  | "embeddings_unavailable";

/** Document with its score. */
export interface ScoredDocument<Document extends DocumentEvidence = DocumentEvidence> {
  readonly document: Document;
  /** Score; higher is better; comparable inside one list. */
  readonly score: number;
  /** Summand of the words: BM25 as a share of the highest, times its weight. */
  readonly lexical: number;
  /** Summand of the meaning: cosine, at least 0, times its weight. */
  readonly semantic: number;
  /** Summand of the link. */
  readonly boost: number;
  /** Reasons, in a fixed order. */
  readonly reasons: readonly DocumentReason[];
}

/**
 * Returns the documents with their scores, best first: by score, then linked ones, then by BM25, then
 * by path in code units.
 */
export function scoreDocuments<Document extends DocumentEvidence>(
  documents: readonly Document[],
  { settings, embedded }: {
    readonly settings: Pick<TaskSettings, "alpha" | "beta" | "linkBoost">;
    /** True when there are vectors to compare: false without an embedder, and when it failed. */
    readonly embedded: boolean;
  },
): readonly ScoredDocument<Document>[] {
  const alpha = embedded ? settings.alpha : settings.alpha + settings.beta;
  const beta = embedded ? settings.beta : 0;
  const highest = documents.reduce((most, { bm25 }) => Math.max(most, bm25), 0);
  return documents.map((document) => {
    const lexical = highest === 0 ? 0 : alpha * document.bm25 / highest;
    const semantic = beta * Math.max(0, document.similarity ?? 0);
    const boost = document.linked ? settings.linkBoost : 0;
    const score = (lexical + semantic + boost) * document.freshness;
    const reasons = listReasons(document, { lexical, semantic, embedded });
    return { document, score, lexical, semantic, boost, reasons };
  }).sort(compareScoredDocuments);
}

/** Orders documents best first: by score, then linked ones, then by BM25, then by path. */
export function compareScoredDocuments(a: ScoredDocument, b: ScoredDocument): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.document.linked !== b.document.linked) return a.document.linked ? -1 : 1;
  if (a.document.bm25 !== b.document.bm25) return b.document.bm25 - a.document.bm25;
  if (a.document.path === b.document.path) return 0;
  return a.document.path < b.document.path ? -1 : 1;
}

/** Returns the explanation of the score of a document. */
export function explainDocument(
  { document, lexical, semantic, boost, reasons }: ScoredDocument,
): Explanation {
  const bm25 = Number(document.bm25.toPrecision(4));
  const noEmbedder = reasons.includes("embeddings_unavailable") ? ": no embedder" : "";
  return explainProduct(`document ${document.path}`, [
    explainSum("relevance", [
      explainValue(`words (BM25 ${bm25}, as a share of the highest)`, lexical),
      explainValue(`meaning${noEmbedder}`, semantic),
      explainValue(document.linked ? "linked from the issue" : "not linked", boost),
    ]),
    explainValue("freshness", document.freshness),
  ]);
}

function listReasons(
  { linked, freshness }: DocumentEvidence,
  { lexical, semantic, embedded }: {
    readonly lexical: number;
    readonly semantic: number;
    readonly embedded: boolean;
  },
): DocumentReason[] {
  const reasons: DocumentReason[] = [];
  if (linked) reasons.push("linked");
  if (lexical > 0) reasons.push("bm25");
  if (semantic > 0) reasons.push("embedding");
  if (freshness < 1) reasons.push("maybe_outdated");
  if (!embedded) reasons.push("embeddings_unavailable");
  return reasons;
}

/** Minimum share of the best relevance for a document without a link from the issue. */
const BEST_SHARE = 0.35;

/**
 * Returns the kept and the dropped documents. A document is kept when its relevance is at least
 * `minScore` and 35 % of the best, or when it is linked. Both lists are in the given order.
 * Freshness does not count here, so that no document is dropped only because it may be outdated.
 */
export function splitByRelevance<Document extends DocumentEvidence>(
  documents: readonly ScoredDocument<Document>[],
  { minScore }: { readonly minScore: number },
): {
  readonly kept: readonly ScoredDocument<Document>[];
  readonly dropped: readonly ScoredDocument<Document>[];
} {
  const best = documents.reduce((most, document) => Math.max(most, relevanceOf(document)), 0);
  const least = Math.max(minScore, BEST_SHARE * best);
  const { kept = [], dropped = [] } = Object.groupBy(
    documents,
    (scored) => scored.document.linked || relevanceOf(scored) >= least ? "kept" : "dropped",
  );
  return { kept, dropped };
}

function relevanceOf({ lexical, semantic, boost }: ScoredDocument): number {
  return lexical + semantic + boost;
}
