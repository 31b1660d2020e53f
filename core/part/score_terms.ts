import { log } from "../math/mod.ts";
import type { ScorableTerm } from "../rank/query_reading.ts";
import type { openTermFinder, PartIndex } from "./index_parts.ts";

/** Saturation and length normalisation of BM25, as is usual. */
const K1 = 1.2;
const B = 0.5;

/** A query term counts as often as it occurs, up to this, to the square root. */
const MAX_COUNT = 3;

/** How often each of some parts has each of some terms. */
export interface CountedParts {
  /** How many names each part has. */
  readonly lengths: readonly number[];
  /** A row for each part, with a number for each term. */
  readonly counts: Uint32Array;
}

/** Returns how often each part of some files has each of some terms, and how many names. */
export function countPartTerms(
  files: readonly PartIndex[],
  asked: readonly string[],
  findTerms: ReturnType<typeof openTermFinder>,
): CountedParts {
  const lengths = files.flatMap(({ parts }) => parts.map(({ length }) => length));
  const counts = new Uint32Array(lengths.length * asked.length);
  let first = 0;
  for (
    const { names, places: { starts, parts: holding, counts: occurring }, parts, terms } of files
  ) {
    const count = (name: number, term: number) => {
      for (let at = starts[name]!; at < starts[name + 1]!; at++) {
        counts[(first + holding[at]!) * asked.length + term]! += occurring[at]!;
      }
    };
    if (terms === undefined) {
      for (const [name, number] of names) for (const term of findTerms(name)) count(number, term);
    } else {
      asked.forEach((term, i) => {
        for (const name of terms.names.get(term) ?? []) count(name, i);
      });
    }
    first += parts.length;
  }
  return { lengths, counts };
}

/**
 * Returns what each asked term is worth by how few parts have it; 0 for what is not among `terms`.
 *
 * @param options.asked All terms that were counted, in the order of the counts.
 * @param options.pieceWeight What a piece of a name counts, as a share of a word.
 */
export function weighTerms(
  terms: readonly ScorableTerm[],
  { asked, counted: { lengths, counts }, pieceWeight }: {
    readonly asked: readonly string[];
    readonly counted: CountedParts;
    readonly pieceWeight: number;
  },
): readonly number[] {
  const byTerm = new Map(terms.map((each) => [each.term, each]));
  return asked.map((name, i) => {
    const term = byTerm.get(name);
    if (term === undefined) return 0;
    const { count, isPart, weight = 1 } = term;
    let holding = 0;
    for (let at = i; at < counts.length; at += asked.length) if (counts[at]! > 0) holding++;
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
