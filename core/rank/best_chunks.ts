import type { BestChunks } from "./evidence.ts";

/** Weight of the scores of a file's second and third best chunk, found by search. */
export const FURTHER_CHUNK_WEIGHT = 0.35;

/**
 * Returns the score of each file from its three best chunks. An answer is in one place; further
 * matching chunks show that the whole file is about the subject.
 *
 * @param scores Score of each chunk, 0 without a match.
 * @param firstChunks Number of the first chunk of each file; the last entry is the number of all
 * chunks.
 */
export function bestChunks(scores: Float64Array, firstChunks: Uint32Array): BestChunks {
  const files = new Float64Array(Math.max(0, firstChunks.length - 1));
  let highest = 0;
  let highestChunk = 0;
  for (let file = 0; file < files.length; file++) {
    const end = firstChunks[file + 1]!;
    let first = 0;
    let second = 0;
    let third = 0;
    for (let chunk = firstChunks[file]!; chunk < end; chunk++) {
      const score = scores[chunk]!;
      if (score <= third) continue;
      if (score > first) {
        third = second;
        second = first;
        first = score;
      } else if (score > second) {
        third = second;
        second = score;
      } else third = score;
    }
    const score = first + FURTHER_CHUNK_WEIGHT * (second + third);
    files[file] = score;
    if (score > highest) highest = score;
    if (first > highestChunk) highestChunk = first;
  }
  return { scores: files, highest, highestChunk };
}
