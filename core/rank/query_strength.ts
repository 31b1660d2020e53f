import type { Evidence } from "./evidence.ts";
import type { RankedFile } from "./rank_evidence.ts";

/**
 * Strength of the match of an index with a query, in figures that can be compared between queries
 * and trees.
 */
export interface QueryStrength {
  /** BM25F of the best chunk; 0 for none. */
  readonly words: number;
  /** Cosine of the best chunk; 0 without vectors. */
  readonly meaning: number;
  /** Largest share of the name of a file or its folder that the query has, from 0 to 1. */
  readonly name: number;
}

/**
 * Returns the strength of the match of an index with a query, from its evidence and its ranked
 * files.
 */
export function queryStrength(
  { scores }: Pick<Evidence, "scores">,
  files: Iterable<RankedFile>,
): QueryStrength {
  let name = 0;
  for (const { evidence } of files) {
    name = Math.max(name, evidence.shares.name, evidence.shares.folder);
  }
  return { words: scores.chunks.highestChunk, meaning: scores.meaning?.highest ?? 0, name };
}
