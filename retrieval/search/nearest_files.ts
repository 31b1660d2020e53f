import type { FileScores } from "./file_pool.ts";

/**
 * Cosine from which on a file may be proposed for its meaning alone.
 *
 * Over flask and axum all-MiniLM-L6-v2 gave nonsense cosines up to .21. Where all cosines of a model are
 * high no floor helps: multilingual-e5-small had .80 to .85 for questions in German, Japanese and
 * Russian, about half of them with a right file in front, and .80 to .87 for nonsense, which stood out
 * from the other cosines of the tree no less.
 */
export const MEANING_FLOOR = 0.4;

/**
 * Returns the numbers of the `limit` files that are nearest to the query in meaning, in no order; with
 * them all that equal the last of them. Only for a query that shares no word with the tree: among files
 * that do, those that are only near in meaning changed nothing for the better.
 *
 * And only with a model that reads sentences. The table that adds up words knows English and the words of
 * programs: over four repositories nonsense had cosines up to .24, and of 20 questions in German,
 * Japanese and Russian, all at .35 or less, three had a right file in front. Where two invented words
 * have pieces in common it had more than .4. To find nothing is the better answer.
 *
 * @param meaning Cosines; undefined without an embedder.
 * @param allowed One byte a file: 0 where it may not be proposed. All may without it.
 */
export function nearestFiles(
  meaning: FileScores | undefined,
  { limit, allowed }: { readonly limit: number; readonly allowed?: Uint8Array | undefined },
): number[] {
  const cosines = meaning?.scores ?? [];
  const files: number[] = [];
  for (let file = 0; file < cosines.length; file++) {
    if (cosines[file]! >= MEANING_FLOOR && allowed?.[file] !== 0) files.push(file);
  }
  files.sort((a, b) => cosines[b]! - cosines[a]!);
  const lowest = cosines[files[Math.min(limit, files.length) - 1] ?? 0] ?? 0;
  return files.filter((file) => cosines[file]! >= lowest);
}
