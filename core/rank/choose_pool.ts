import type { FileScores, PoolEvidence } from "./evidence.ts";
import type { RankOptions } from "./query_reading.ts";
import { EVIDENCE_STEPS } from "./file_steps.ts";
import { stepWeight } from "./name_steps.ts";

/**
 * Files whose names and vectors are compared with the query, and so of which there are results. As many
 * whatever the limit: a file that comes into view with a higher one could come first.
 */
const POOL_FILES = 100;

/** Returns the score of a file as the share of the highest, from 0 to 1. */
export function shareOf(scores: FileScores | undefined, file: number): number {
  return scores === undefined || scores.highest <= 0
    ? 0
    : Math.max(0, scores.scores[file]!) / scores.highest;
}

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
 * @param cosines One a chunk; NaN where it has no vector.
 * @param firstChunks Number of the first chunk of each file, and behind them the number of chunks.
 * @param pool Numbers of the files.
 */
export function meaningEvidence(
  cosines: Float32Array,
  firstChunks: Uint32Array,
  pool: Iterable<number>,
): Meaning | undefined {
  const scores = new Float32Array(firstChunks.length - 1);
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

/** Which files may be proposed. */
interface PoolLimits {
  /** Most files. @default 100 */
  readonly limit?: number;
  /** One byte a file: 0 where it may not be proposed. All may without it. */
  readonly allowed?: Uint8Array | undefined;
  /** How much guessed names count; see `trustOfNames()`. @default 0 */
  readonly nameTrust?: number;
}

/**
 * Returns the numbers of the `limit` files that the index says most for, in no order; with them all
 * that equal the last of them.
 *
 * Names and vectors are compared for these only. With cosines of all files in the choice as well, NDCG@10
 * was the same for 650 queries over 45 trees, and .7374 instead of .7380 for 646 commits of other
 * projects.
 */
export function choosePool(
  evidence: PoolEvidence,
  { limit = POOL_FILES, disabled, allowed, nameTrust = 0 }:
    & PoolLimits
    & Pick<RankOptions, "disabled">,
): number[] {
  const files: number[] = [];
  for (let file = 0; file < evidence.chunks.scores.length; file++) {
    if (allowed !== undefined && allowed[file] === 0) continue;
    if (isProposed(evidence, file)) files.push(file);
  }
  if (files.length <= limit) return files;
  const sums = new Float64Array(files.length);
  // As in the ranking: names that are nowhere take nothing from the question.
  const traits = { nameTrust: evidence.names === undefined ? 0 : nameTrust };
  for (const step of EVIDENCE_STEPS) {
    // Scores that the index does not have of all files take no part.
    const found = evidence[step.scores];
    if (found === undefined || disabled.has(step.name)) continue;
    const weight = stepWeight(step, traits);
    for (let i = 0; i < files.length; i++) sums[i]! += weight * shareOf(found, files[i]!);
  }
  const lowest = nthLargest(sums.slice(), limit);
  return files.filter((_, i) => sums[i]! >= lowest);
}

/**
 * A file must have a word of the query or of a guessed name, or be named by the query. Files that are only
 * near in meaning were tried, from a floor of .6, .8 or .9 of the best cosine on: NDCG@10 stayed the same,
 * and a question about something that is nowhere was answered with whatever lay nearest. See
 * {@link nearestFiles} for the query that shares no word with any file.
 */
function isProposed({ chunks, names, mention }: PoolEvidence, file: number): boolean {
  return chunks.scores[file]! > 0 || shareOf(names, file) > 0 || shareOf(mention, file) > 0;
}

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
 */
export function nearestFiles(
  meaning: FileScores | undefined,
  { limit = POOL_FILES, allowed }: PoolLimits = {},
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
 * Returns the `n`-th largest of some numbers, which are put into another order.
 *
 * Hoare's selection: what is on the wrong side of a pivot changes sides, and it goes on with the part
 * that holds the place. Sorting all takes five times as long for 1,500 numbers.
 *
 * @param n From 1 to the number of them.
 */
export function nthLargest(numbers: Float64Array, n: number): number {
  const place = n - 1;
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
    // What is between the two equals the pivot.
    if (place <= right) last = right;
    else if (place >= left) first = left;
    else break;
  }
  return numbers[place]!;
}
