/**
 * What each further chunk of the same file is worth of its score. Half is what semble uses too.
 */
const FURTHER_CHUNK_FACTOR = 0.5;

/** A scored chunk of a document. */
export interface ScoredChunk {
  /** Any number that tells documents apart. */
  readonly document: number;
  /** Number of the chunk in its document, 0-based. */
  readonly index: number;
  /** How well it answers: higher is better. */
  readonly score: number;
}

/** A scored chunk with what it is worth after the better chunks of its document. */
export type SaturatedChunk<Chunk extends ScoredChunk> = Chunk & {
  /** How many chunks of its document are better. */
  readonly before: number;
  /** What its score was multiplied by. */
  readonly factor: number;
};

/**
 * Returns the chunks, best first, with the score of a file's second best chunk halved, that of its
 * third quartered, and so on: what a file says twice is worth less than another file.
 *
 * Of two equal chunks of one document, the earlier is the better one. The order of equal scores of
 * different documents is left to the caller, who knows their paths.
 *
 * @typeParam Chunk What else the caller knows of a chunk.
 *
 * @example
 * ```ts
 * import { saturateFiles } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const ranked = saturateFiles([
 *   { document: 1, index: 0, score: 10 },
 *   { document: 1, index: 1, score: 9 },
 *   { document: 2, index: 0, score: 5 },
 * ]);
 * assert.deepEqual(ranked.map(({ document, score }) => [document, score]), [[1, 10], [2, 5], [1, 4.5]]);
 * ```
 */
export function saturateFiles<Chunk extends ScoredChunk>(
  chunks: readonly Chunk[],
): SaturatedChunk<Chunk>[] {
  const seen = new Map<number, number>();
  return chunks.toSorted((a, b) => b.score - a.score || a.index - b.index).map((chunk) => {
    const before = seen.get(chunk.document) ?? 0;
    seen.set(chunk.document, before + 1);
    const factor = FURTHER_CHUNK_FACTOR ** before;
    return { ...chunk, score: chunk.score * factor, before, factor };
  }).sort((a, b) => b.score - a.score);
}
