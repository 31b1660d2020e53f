import type { Evidence } from "./evidence.ts";
import type { RankedFile } from "./rank_evidence.ts";

/** How strongly an index speaks to a query, in figures that can be compared among queries and trees. */
export interface QueryStrength {
  /** BM25F of the best chunk; 0 for none. */
  readonly words: number;
  /** Cosine of the best chunk; 0 without vectors. */
  readonly meaning: number;
  /** Which share of the name of a file or its folder the query holds, from 0 to 1, where it is the most. */
  readonly name: number;
}

/** Returns how strongly the evidence of an index speaks to a query, with its files as they are ranked. */
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
