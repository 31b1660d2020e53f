import {
  explainProduct,
  explainSum,
  explainValue,
  type Explanation,
  RANKING,
} from "@dossier/core/rank";
import type { Meaning } from "./meaning_evidence.ts";

/** Name of the step that brings up the chunk whose line the query names. */
export const LINE = "line";

/** Name of the step that brings up the chunk which defines a symbol of the query. */
export const NAMED_SYMBOL = "named-symbol";

/** Which chunk of a file is the best: what words, meaning, names and line numbers say. */
export interface ChunkEvidence {
  /** Returns what speaks for a chunk, at least 0. */
  readonly valueOf: (chunk: number) => number;
  /** Returns the tree of that, given the tree of the chunk's BM25F score. */
  readonly explain: (chunk: number, words: Explanation) => Explanation;
}

/**
 * Returns what speaks for each chunk: its BM25F score as the share of the best chunk's, its cosine
 * likewise with the weight that meaning has for files, and whether the query names a symbol that it
 * defines, or a line of it.
 *
 * @param scores BM25F of each chunk.
 * @param options.highest The highest of these.
 */
export function openChunkEvidence(
  scores: Float64Array,
  { highest, meaning, definitions = new Map(), lines = new Map() }: {
    readonly highest: number;
    readonly meaning?: Meaning | undefined;
    /** How likely the query is about what a chunk defines, for those of which it is. */
    readonly definitions?: ReadonlyMap<number, number> | undefined;
    /** How strongly the query points at a chunk by line numbers, for the chunks that it points at. */
    readonly lines?: ReadonlyMap<number, number> | undefined;
  },
): ChunkEvidence {
  const unit = highest === 0 ? 0 : 1 / highest;
  const weightOf = (step: string) => RANKING.find(({ name }) => name === step)!.constant;
  const weight = weightOf("meaning");
  const symbolWeight = weightOf(NAMED_SYMBOL);
  const lineWeight = weightOf(LINE);
  const nearness = (chunk: number) => {
    const cosine = meaning?.chunks[chunk] ?? 0;
    return cosine > 0 ? cosine / meaning!.files.highest : 0;
  };
  return {
    valueOf: (chunk) =>
      scores[chunk]! * unit + weight * nearness(chunk) +
      symbolWeight * (definitions.get(chunk) ?? 0) + lineWeight * (lines.get(chunk) ?? 0),
    explain: (chunk, words) =>
      explainSum("words, meaning, names and lines", [
        explainProduct("words", [words, explainValue("one over the best chunk's", unit)]),
        explainProduct("meaning", [
          explainValue("weight", weight),
          explainValue("cosine, as a share of the best chunk's", nearness(chunk)),
        ]),
        explainProduct(NAMED_SYMBOL, [
          explainValue("weight", symbolWeight),
          explainValue("whether the query names what it defines", definitions.get(chunk) ?? 0),
        ]),
        explainProduct(LINE, [
          explainValue("weight", lineWeight),
          explainValue("how strongly the query names a line of it", lines.get(chunk) ?? 0),
        ]),
      ]),
  };
}
