import type { FileScores } from "@dossier/core/rank";
import type { VectorScanner } from "../vectors/vector_scanner.ts";
import type { DocumentShelf } from "./document_shelf.ts";

/**
 * Returns how near the names that some files define are to a query: for each the highest cosine of a run
 * of its names, 0 for one that defines nothing.
 *
 * These are read for the files of a pool only, one row each: a vector for every eight names of a tree
 * is a seventh of all vectors.
 *
 * @param pool Numbers of the files.
 * @param options.query Of the model that the index is of.
 */
export function definitionsEvidence(
  shelf: DocumentShelf,
  pool: readonly number[],
  { query, scanner }: { readonly query: Float32Array; readonly scanner: VectorScanner },
): FileScores {
  const { documents } = shelf.snapshot.files;
  const vectors = shelf.vectorsOf(pool.map((file) => documents[file]!), query.length);
  const found = scanner.scoreGroups(query, pool.map((file) => vectors.get(documents[file]!)!));
  const scores = new Float32Array(documents.length);
  pool.forEach((file, i) => scores[file] = found[i]!);
  const highest = found.reduce((best, score) => Math.max(best, score), 0);
  return { scores, highest };
}
