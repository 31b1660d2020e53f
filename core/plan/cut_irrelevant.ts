import type { DocumentEvidence, ScoredDocument } from "./score_documents.ts";

/** Documents on both sides of the cut, each in the order given. */
export interface RelevanceCut<Document extends DocumentEvidence> {
  /** Documents that may be shown. */
  readonly kept: readonly ScoredDocument<Document>[];
  /** Documents that say too little about the task. */
  readonly dropped: readonly ScoredDocument<Document>[];
}

/** Share of the best score that a document needs which the issue does not link to. */
const BEST_SHARE = 0.35;

/**
 * Drops the documents that are relevant to less than `minScore`, or to less than 35 % of the best; those
 * that the issue links to stay. Freshness does not count here: a document that may be out of date is shown
 * later or not at all, but never dropped for that alone.
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
