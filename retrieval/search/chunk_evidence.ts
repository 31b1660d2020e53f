import {
  EVIDENCE_STEPS,
  explainProduct,
  explainSum,
  explainValue,
  type Explanation,
  RANKING,
} from "@dossier/core/rank";
import type { Meaning } from "./meaning_evidence.ts";

/** Name of the step that brings up the chunk whose line the query names. */
export const LINE = "line";

/** Which chunk of a file is the best: what words, meaning and line numbers say of each. */
export interface ChunkEvidence {
  /** Returns what speaks for a chunk, at least 0. */
  readonly valueOf: (chunk: number) => number;
  /** Returns the tree of that, given the tree of the chunk's BM25F score. */
  readonly explain: (chunk: number, words: Explanation) => Explanation;
}

/**
 * Returns what speaks for each chunk: its BM25F score as the share of the best chunk's, its cosine
 * likewise with the weight that meaning has for files, and whether the query names a line of it.
 *
 * @param scores BM25F of each chunk.
 */
export function openChunkEvidence(
  scores: Float64Array,
  { meaning, lines = new Map() }: {
    readonly meaning?: Meaning | undefined;
    /** How strongly the query points at a chunk by line numbers, for the chunks that it points at. */
    readonly lines?: ReadonlyMap<number, number> | undefined;
  },
): ChunkEvidence {
  let highest = 0;
  for (const score of scores) if (score > highest) highest = score;
  const unit = highest === 0 ? 0 : 1 / highest;
  const weight = EVIDENCE_STEPS.find(({ name }) => name === "meaning")!.constant;
  const lineWeight = RANKING.find(({ name }) => name === LINE)!.constant;
  const nearness = (chunk: number) => {
    const cosine = meaning?.chunks[chunk] ?? 0;
    return cosine > 0 ? cosine / meaning!.files.highest : 0;
  };
  return {
    valueOf: (chunk) =>
      scores[chunk]! * unit + weight * nearness(chunk) + lineWeight * (lines.get(chunk) ?? 0),
    explain: (chunk, words) =>
      explainSum("words, meaning and lines", [
        explainProduct("words", [words, explainValue("one over the best chunk's", unit)]),
        explainProduct("meaning", [
          explainValue("weight", weight),
          explainValue("cosine, as a share of the best chunk's", nearness(chunk)),
        ]),
        explainProduct(LINE, [
          explainValue("weight", lineWeight),
          explainValue("how strongly the query names a line of it", lines.get(chunk) ?? 0),
        ]),
      ]),
  };
}
