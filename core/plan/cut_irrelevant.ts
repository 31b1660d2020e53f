import type { DocumentEvidence, ScoredDocument } from "./score_documents.ts";

/** Least share of the best relevance for a document without a link from the issue. */
const BEST_SHARE = 0.35;

/**
 * Keeps documents with a relevance of at least `minScore` and 35 % of the best, and linked ones; drops the
 * others. Both lists are in the order given. Freshness does not count here, so that no document is dropped
 * only because it may be out of date.
 */
export function cutIrrelevant<Document extends DocumentEvidence>(
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
