/** What a file's second and third best chunk count of their score. */
export const FURTHER_CHUNK_WEIGHT = 0.35;

/** Chunks in which each file's words stand closest together. */
export interface BestChunks {
  /** By file: the score of its best chunk and a third of those of the next two. */
  readonly scores: Float64Array;
  /** The highest of these; 0 when there is none. */
  readonly highest: number;
}

/**
 * Returns what the chunks of each file say for it: an answer is in one place, and what stands beside
 * it says that the file is about it.
 *
 * @param scores Score of each chunk, 0 where it has none.
 * @param fileOf Number of each chunk's file, below `fileCount`.
 *
 * @example
 * ```ts
 * import { bestChunks } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const chunks = Float64Array.of(1, 8, 4, 2, 3);
 * const { scores, highest } = bestChunks(chunks, { fileOf: Uint32Array.of(0, 0, 0, 0, 1), fileCount: 2 });
 * assert.deepEqual([...scores], [10.1, 3]);
 * assert.equal(highest, 10.1);
 * ```
 */
export function bestChunks(
  scores: Float64Array,
  { fileOf, fileCount }: { readonly fileOf: Uint32Array; readonly fileCount: number },
): BestChunks {
  const first = new Float64Array(fileCount);
  const second = new Float64Array(fileCount);
  const third = new Float64Array(fileCount);
  for (let chunk = 0; chunk < scores.length; chunk++) {
    const score = scores[chunk]!;
    if (score === 0) continue;
    const file = fileOf[chunk]!;
    if (score <= third[file]!) continue;
    if (score > first[file]!) {
      third[file] = second[file]!;
      second[file] = first[file]!;
      first[file] = score;
    } else if (score > second[file]!) {
      third[file] = second[file]!;
      second[file] = score;
    } else third[file] = score;
  }
  let highest = 0;
  for (let file = 0; file < fileCount; file++) {
    const score = first[file]! + FURTHER_CHUNK_WEIGHT * (second[file]! + third[file]!);
    first[file] = score;
    if (score > highest) highest = score;
  }
  return { scores: first, highest };
}
