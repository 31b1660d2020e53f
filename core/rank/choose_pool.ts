import type { FileScores, PoolEvidence } from "./evidence.ts";
import type { RankOptions } from "./analyzed_query.ts";
import { EVIDENCE_STEPS } from "./file_steps.ts";
import { stepWeight } from "./name_steps.ts";

/**
 * Maximum number of files whose names and vectors are compared with the query, and that can be
 * results. The number does not depend on the limit of the query: with a higher limit a new file
 * could come first.
 */
const POOL_FILES = 100;

/** Returns the score of a file as a share of the highest score, from 0 to 1. */
export function shareOfHighest(scores: FileScores | undefined, file: number): number {
  return scores === undefined || scores.highest <= 0
    ? 0
    : Math.max(0, scores.scores[file]!) / scores.highest;
}

/** Similarity of files and their chunks to the query. */
export interface MeaningEvidence {
  /**
   * Cosine of each chunk; NaN for chunks without a vector and for chunks that were not compared.
   */
  readonly chunks: Float32Array;
  /** Cosine of the best chunk of each file, and the highest of these. */
  readonly files: FileScores;
}

/**
 * Returns the similarity of some files from the cosines of their chunks; undefined when no cosine
 * is above 0.
 *
 * @param cosines Cosine of each chunk; NaN for chunks without a vector.
 * @param firstChunks Number of the first chunk of each file; the last entry is the number of all
 * chunks.
 * @param pool Numbers of the files.
 */
export function gatherMeaning(
  cosines: Float32Array,
  firstChunks: Uint32Array,
  pool: Iterable<number>,
): MeaningEvidence | undefined {
  const scores = new Float32Array(firstChunks.length - 1);
  let highest = 0;
  for (const file of pool) {
    let best = 0;
    for (let chunk = firstChunks[file]!; chunk < firstChunks[file + 1]!; chunk++) {
      // NaN fails this comparison.
      if (cosines[chunk]! > best) best = cosines[chunk]!;
    }
    scores[file] = best;
    if (best > highest) highest = best;
  }
  return highest === 0 ? undefined : { chunks: cosines, files: { scores, highest } };
}

/** Options that limit the proposed files. */
interface PoolOptions {
  /** Maximum number of files. @default 100 */
  readonly limit?: number;
  /** One byte per file: 0 when it may not be proposed. All files are allowed without it. */
  readonly allowed?: Uint8Array | undefined;
  /** Weight of guessed names; see `nameTrustFromMatches()`. @default 0 */
  readonly nameTrust?: number;
}

/**
 * Returns the numbers of the `limit` files with the highest scores in the index, in no order, and
 * of all files that equal the last of them.
 *
 * Names and vectors are compared for these files only. When cosines of all files took part in the
 * choice, NDCG@10 was the same for 650 queries over 45 trees, and .7374 instead of .7380 for 646
 * commits of other projects.
 */
export function choosePool(
  evidence: PoolEvidence,
  { limit = POOL_FILES, disabled, allowed, nameTrust = 0 }:
    & PoolOptions
    & Pick<RankOptions, "disabled">,
): number[] {
  const files: number[] = [];
  for (let file = 0; file < evidence.chunks.scores.length; file++) {
    if (allowed !== undefined && allowed[file] === 0) continue;
    if (isProposed(evidence, file)) files.push(file);
  }
  if (files.length <= limit) return files;
  const sums = new Float64Array(files.length);
  // As in the ranking: names that the index does not have do not lower the weight of the question.
  const traits = { nameTrust: evidence.names === undefined ? 0 : nameTrust };
  for (const step of EVIDENCE_STEPS) {
    // Scores that the index does not have for all files are skipped.
    const found = evidence[step.scores];
    if (found === undefined || disabled.has(step.name)) continue;
    const weight = stepWeight(step, traits);
    for (let i = 0; i < files.length; i++) sums[i]! += weight * shareOfHighest(found, files[i]!);
  }
  const lowest = nthLargest(sums.slice(), limit);
  return files.filter((_, i) => sums[i]! >= lowest);
}

/**
 * Returns true when a file has a word of the query or of a guessed name, or the query names it.
 * Files with similarity alone were tried, from a floor of .6, .8 or .9 of the best cosine on:
 * NDCG@10 stayed the same, and a question about something that the tree does not have was answered
 * with the nearest files. {@link findNearestFiles} handles queries that share no word with any
 * file.
 */
function isProposed({ chunks, names, mention }: PoolEvidence, file: number): boolean {
  return chunks.scores[file]! > 0 || shareOfHighest(names, file) > 0 ||
    shareOfHighest(mention, file) > 0;
}

/**
 * Minimum cosine of a file that is proposed for its meaning alone.
 *
 * Over flask and axum all-MiniLM-L6-v2 gave nonsense cosines up to .21. For a model whose cosines
 * are all high no floor helps: multilingual-e5-small had .80 to .85 for questions in German,
 * Japanese and Russian, about half of them with a right file in front, and .80 to .87 for nonsense,
 * which differed from the other cosines of the tree just as much.
 */
export const MEANING_FLOOR = 0.4;

/**
 * Returns the numbers of the `limit` files that are nearest to the query in meaning, in no order,
 * and of all files that equal the last of them. It is used only for a query that shares no word
 * with the tree: when some files share a word, further files with similarity alone did not improve
 * the results.
 *
 * It is used only with a model that reads sentences. The table that adds up word vectors knows
 * English and the words of programs: over four repositories nonsense had cosines up to .24, and of
 * 20 questions in German, Japanese and Russian, all at .35 or less, three had a right file in
 * front. Two invented words with common pieces had more than .4. An empty result is the better
 * answer.
 *
 * @param meaning Cosines; undefined without an embedder.
 */
export function findNearestFiles(
  meaning: FileScores | undefined,
  { limit = POOL_FILES, allowed }: PoolOptions = {},
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

/**
 * Returns the `n`-th largest of some numbers. The numbers are reordered.
 *
 * This is Hoare's selection: values on the wrong side of a pivot swap sides, and the search
 * continues in the part that contains the index. Sorting all values takes five times as long for
 * 1,500 numbers.
 *
 * @param n From 1 to the number of values.
 */
export function nthLargest(numbers: Float64Array, n: number): number {
  const index = n - 1;
  let first = 0;
  let last = numbers.length - 1;
  while (first < last) {
    const pivot = numbers[(first + last) >>> 1]!;
    let left = first;
    let right = last;
    while (left <= right) {
      while (numbers[left]! > pivot) left++;
      while (numbers[right]! < pivot) right--;
      if (left > right) break;
      const swapped = numbers[left]!;
      numbers[left++] = numbers[right]!;
      numbers[right--] = swapped;
    }
    // All values between the two parts equal the pivot.
    if (index <= right) last = right;
    else if (index >= left) first = left;
    else break;
  }
  return numbers[index]!;
}
