import type { BestChunks } from "./evidence.ts";

/** The share of their scores that a file's second and third best chunk count, found by search. */
export const FURTHER_CHUNK_WEIGHT = 0.35;

/**
 * Returns what the chunks of each file say for it: an answer is in one place, and what stands beside
 * it says that the file is about it.
 *
 * @param scores Score of each chunk, 0 where it has none.
 * @param firstChunks Number of the first chunk of each file, and behind them the number of chunks.
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
