import type { FileScores } from "./file_pool.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";

/** How near the query is to files and their chunks. */
export interface Meaning {
  /** Cosine of each chunk, NaN where it has no vector or none was asked for. */
  readonly chunks: Float32Array;
  /** Cosine of the best chunk of each file, and the highest of these. */
  readonly files: FileScores;
}

/**
 * Returns what cosines say of some files; undefined when there are none above 0.
 *
 * @param cosines One a chunk of the snapshot; NaN where it has no vector.
 * @param pool Numbers of the files.
 */
export function meaningEvidence(
  cosines: Float32Array,
  { files: { documents, firstChunks } }: LexicalSnapshot,
  pool: Iterable<number>,
): Meaning | undefined {
  const scores = new Float32Array(documents.length);
  let highest = 0;
  for (const file of pool) {
    let best = 0;
    for (let chunk = firstChunks[file]!; chunk < firstChunks[file + 1]!; chunk++) {
      // Written so that NaN fails it.
      if (cosines[chunk]! > best) best = cosines[chunk]!;
    }
    scores[file] = best;
    if (best > highest) highest = best;
  }
  return highest === 0 ? undefined : { chunks: cosines, files: { scores, highest } };
}
