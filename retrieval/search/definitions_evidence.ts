import type { DocumentShelf } from "./document_shelf.ts";
import type { FileScores } from "./file_pool.ts";

/**
 * Returns how near the names that some files define are to a query: for each the highest cosine of a run
 * of its names, 0 for one that defines nothing.
 *
 * These are read for the files of a pool only, one row each: a vector for every eight names of a tree
 * is a seventh of all vectors.
 *
 * @param pool Numbers of the files.
 * @param query Of the model that the index is of.
 */
export function definitionsEvidence(
  shelf: DocumentShelf,
  pool: readonly number[],
  query: Float32Array,
): FileScores {
  const { documents } = shelf.snapshot.files;
  const vectors = shelf.vectorsOf(pool.map((file) => documents[file]!), query.length);
  const scores = new Float64Array(documents.length);
  let highest = 0;
  for (const file of pool) {
    const own = vectors.get(documents[file]!);
    if (own === undefined) continue;
    const { scales, numbers } = own;
    let best = 0;
    let at = 0;
    for (let row = 0; row < scales.length; row++) {
      let product = 0;
      for (let i = 0; i < query.length; i++) product += query[i]! * numbers[at++]!;
      if (product * scales[row]! > best) best = product * scales[row]!;
    }
    scores[file] = best;
    if (best > highest) highest = best;
  }
  return { scores, highest };
}
