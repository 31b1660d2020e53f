import type { FileScores } from "./file_pool.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";

/** How near the query is to everything in the index. */
export interface Meaning {
  /** Cosine of each chunk, NaN where it has no vector. */
  readonly chunks: Float32Array;
  /** Cosine of the best chunk of each file. */
  readonly files: FileScores;
}

/**
 * Returns what cosines say of all files; undefined when there are none above 0.
 *
 * @param cosines One a chunk of the snapshot; NaN where it has no vector.
 */
export function meaningEvidence(
  cosines: Float32Array | undefined,
  { fileOf, files: { documents } }: LexicalSnapshot,
): Meaning | undefined {
  if (cosines === undefined) return undefined;
  const scores = new Float32Array(documents.length);
  let highest = 0;
  for (let chunk = 0; chunk < cosines.length; chunk++) {
    const cosine = cosines[chunk]!;
    // Written so that NaN fails it.
    if (!(cosine > scores[fileOf[chunk]!]!)) continue;
    scores[fileOf[chunk]!] = cosine;
    if (cosine > highest) highest = cosine;
  }
  return highest === 0 ? undefined : { chunks: cosines, files: { scores, highest } };
}
