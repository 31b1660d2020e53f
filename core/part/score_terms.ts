import { log } from "../math/mod.ts";
import type { ScorableTerm } from "../rank/analyzed_query.ts";
import type { createTermFinder, PartIndex } from "./index_parts.ts";

/** Saturation and length normalisation of BM25, with usual values. */
const K1 = 1.2;
const B = 0.5;

/** Maximum count of a query term; its weight grows with the square root of the count. */
const MAX_COUNT = 3;

/** Frequencies of some terms in some parts. */
export interface CountedParts {
  /** Number of names of each part. */
  readonly lengths: readonly number[];
  /** Row of frequencies for each part, with a number for each term. */
  readonly counts: Uint32Array;
}

/**
 * Returns the frequencies of some terms in each part of some files, and the number of names of each
 * part.
 */
export function countPartTerms(
  files: readonly PartIndex[],
  terms: readonly string[],
  findTerms: ReturnType<typeof createTermFinder>,
): CountedParts {
  const lengths = files.flatMap(({ parts }) => parts.map(({ length }) => length));
  const counts = new Uint32Array(lengths.length * terms.length);
  let first = 0;
  for (
    const { names, occurrences: { starts, parts: holding, counts: occurring }, parts, terms: known }
      of files
  ) {
    const count = (name: number, term: number) => {
      for (let at = starts[name]!; at < starts[name + 1]!; at++) {
        counts[(first + holding[at]!) * terms.length + term]! += occurring[at]!;
      }
    };
    if (known === undefined) {
      for (const [name, number] of names) for (const term of findTerms(name)) count(number, term);
    } else {
      terms.forEach((term, i) => {
        for (const name of known.names.get(term) ?? []) count(name, i);
      });
    }
    first += parts.length;
  }
  return { lengths, counts };
}

/**
 * Returns the weight of each counted term by its rarity in the parts; 0 for counted terms that are
 * not in `terms`.
 *
 * @param options.allTerms All terms that were counted, in the order of the counts.
 * @param options.pieceWeight Weight of a piece of a name, as a share of that of a word.
 */
export function weightTerms(
  terms: readonly ScorableTerm[],
  { allTerms, counted: { lengths, counts }, pieceWeight }: {
    readonly allTerms: readonly string[];
    readonly counted: CountedParts;
    readonly pieceWeight: number;
  },
): readonly number[] {
  const byTerm = new Map(terms.map((each) => [each.term, each]));
  return allTerms.map((name, i) => {
    const term = byTerm.get(name);
    if (term === undefined) return 0;
    const { count, isPart, weight = 1 } = term;
    let holding = 0;
    for (let at = i; at < counts.length; at += allTerms.length) if (counts[at]! > 0) holding++;
    const idf = log(1 + (lengths.length - holding + .5) / (holding + .5));
    return idf * weight * Math.sqrt(Math.min(count, MAX_COUNT)) * (isPart ? pieceWeight : 1);
  });
}

/** Returns the BM25 of each part. */
export function scoreWords(
  { lengths, counts }: CountedParts,
  weights: readonly number[],
): number[] {
  const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length || 1;
  return lengths.map((length, part) => {
    const norm = K1 * (1 - B + B * length / average);
    const row = part * weights.length;
    let score = 0;
    for (let i = 0; i < weights.length; i++) {
      const n = counts[row + i]!;
      if (n !== 0) score += weights[i]! * n * (K1 + 1) / (n + norm);
    }
    return score;
  });
}
