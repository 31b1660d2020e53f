import type { VectorRows } from "../store/vector_rows.ts";
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
    const best = highestProduct(query, own);
    scores[file] = best;
    if (best > highest) highest = best;
  }
  return { scores, highest };
}

/**
 * Returns the highest scalar product of the query with a row, at least 0. Four rows are gone through at
 * once: an addition waits for the one before it in its sum, but not for those of other sums.
 */
function highestProduct(query: Float32Array, { scales, numbers }: VectorRows): number {
  const { length } = query;
  const last = scales.length - 1;
  let best = 0;
  for (let a = 0; a <= last; a += 4) {
    // What is behind the last row is the last row once more.
    const b = Math.min(a + 1, last);
    const c = Math.min(a + 2, last);
    const d = Math.min(a + 3, last);
    let productA = 0;
    let productB = 0;
    let productC = 0;
    let productD = 0;
    for (let i = 0; i < length; i++) {
      const value = query[i]!;
      productA += value * numbers[a * length + i]!;
      productB += value * numbers[b * length + i]!;
      productC += value * numbers[c * length + i]!;
      productD += value * numbers[d * length + i]!;
    }
    best = Math.max(
      best,
      productA * scales[a]!,
      productB * scales[b]!,
      productC * scales[c]!,
      productD * scales[d]!,
    );
  }
  return best;
}
