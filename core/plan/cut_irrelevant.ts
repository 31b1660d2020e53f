import type { DocumentEvidence, ScoredDocument } from "./score_documents.ts";

/** Documents on both sides of the cut, each in the order given. */
export interface RelevanceCut<Document extends DocumentEvidence> {
  readonly kept: readonly ScoredDocument<Document>[];
  /** Documents of too little relevance. */
  readonly dropped: readonly ScoredDocument<Document>[];
}

/** Least share of the best relevance for a document without a link from the issue. */
const BEST_SHARE = 0.35;

/**
 * Drops documents with a relevance below `minScore` or below 35 % of the best. Linked documents stay.
 * Freshness does not count here, so that no document is dropped only because it may be out of date.
 */
export function cutIrrelevant<Document extends DocumentEvidence>(
  documents: readonly ScoredDocument<Document>[],
  { minScore }: { readonly minScore: number },
): RelevanceCut<Document> {
  const best = documents.reduce((most, document) => Math.max(most, relevanceOf(document)), 0);
  const least = Math.max(minScore, BEST_SHARE * best);
  const isKept = (scored: ScoredDocument) => scored.document.linked || relevanceOf(scored) >= least;
  return {
    kept: documents.filter(isKept),
    dropped: documents.filter((document) => !isKept(document)),
  };
}

function relevanceOf({ lexical, semantic, boost }: ScoredDocument): number {
  return lexical + semantic + boost;
}
