import { log } from "../math/mod.ts";
import type { ScorableTerm } from "../rank/query_reading.ts";
import type { openTermFinder, PartIndex } from "./index_parts.ts";

/** Saturation and length normalisation of BM25, as is usual. */
const K1 = 1.2;
const B = 0.5;

/** A query term counts as often as it occurs, up to this, to the square root. */
const MAX_COUNT = 3;

/** The names of a part, counted. */
export type CountedPart = ReturnType<typeof countPartTerms>[number];

/** Returns how often each part has each of some terms, and how many names. */
export function countPartTerms(
  { names, parts, terms }: PartIndex,
  asked: readonly string[],
  findTerms: ReturnType<typeof openTermFinder>,
) {
  let found: (readonly number[] | undefined)[];
  if (terms === undefined) found = Array.from(names.keys(), findTerms);
  else {
    const known: number[][] = found = new Array(names.size);
    asked.forEach((term, i) => {
      for (const name of terms.names.get(term) ?? []) (known[name] ??= []).push(i);
    });
  }
  return parts.map(({ standing }) => {
    const counts = new Uint32Array(asked.length);
    for (let i = 0; i < standing.length; i++) {
      const terms = found[standing[i]!];
      if (terms === undefined) continue;
      for (let at = 0; at < terms.length; at++) counts[terms[at]!]!++;
    }
    return { length: standing.length, counts };
  });
}

/**
 * Returns what each asked term is worth by how few parts have it; 0 for what is not among `terms`.
 *
 * @param options.asked All terms that were counted, in the order of the counts.
 * @param options.pieceWeight What a piece of a name counts, as a share of a word.
 */
export function weighTerms(
  terms: readonly ScorableTerm[],
  { asked, counted, pieceWeight }: {
    readonly asked: readonly string[];
    readonly counted: readonly CountedPart[];
    readonly pieceWeight: number;
  },
): readonly number[] {
  const byTerm = new Map(terms.map((each) => [each.term, each]));
  return asked.map((name, i) => {
    const term = byTerm.get(name);
    if (term === undefined) return 0;
    const { count, part, weight = 1 } = term;
    const holding = counted.filter(({ counts }) => counts[i]! > 0).length;
    const idf = log(1 + (counted.length - holding + .5) / (holding + .5));
    return idf * weight * Math.sqrt(Math.min(count, MAX_COUNT)) * (part ? pieceWeight : 1);
  });
}

/** Returns the BM25 of each part. */
export function scoreWords(counted: readonly CountedPart[], weights: readonly number[]): number[] {
  const average = counted.reduce((sum, { length }) => sum + length, 0) / counted.length || 1;
  return counted.map(({ counts, length }) => {
    const norm = K1 * (1 - B + B * length / average);
    let score = 0;
    for (let i = 0; i < counts.length; i++) {
      const n = counts[i]!;
      if (n !== 0) score += weights[i]! * n * (K1 + 1) / (n + norm);
    }
    return score;
  });
}
