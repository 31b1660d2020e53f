import { scanNames } from "../text/scan_names.ts";
import { tokenizeName } from "../text/tokenize_name.ts";
import type { QueryProfile } from "./query_profile.ts";

/** A name taken apart into index terms. */
export interface NameTerms {
  /** The whole, when it has several pieces. */
  readonly whole: string | undefined;
  /** Its distinct pieces, or the one term that it is. */
  readonly pieces: readonly string[];
}

/** How well a name and a query agree. */
export interface NameMatch {
  /** Share of the query's weight that the name holds, from 0 to 1. */
  readonly coverage: number;
  /** Share of the name's pieces that the query holds, from 0 to 1. */
  readonly precision: number;
}

/** A name and a query that have nothing in common. */
export const NO_MATCH: NameMatch = { coverage: 0, precision: 0 };

/** Returns the terms of a name of any kind: an identifier, the name of a file, a path. */
export function nameTerms(name: string): NameTerms {
  const wholes: string[] = [];
  const pieces = new Set<string>();
  scanNames(name, (start, end) => {
    const tokens = tokenizeName(name.slice(start, end));
    const [first] = tokens;
    if (first === undefined) return;
    if (tokens.length > 1) wholes.push(first.text);
    for (const { text } of tokens.length > 1 ? tokens.slice(1) : tokens) pieces.add(text);
  });
  return { whole: wholes.length === 1 ? wholes[0] : undefined, pieces: [...pieces] };
}

/**
 * Returns how much of the query the name covers, and how much of the name the query: a long name that
 * repeats many words of the query is less of an answer than the short name of what was asked for.
 *
 * @example
 * ```ts
 * import { matchName, nameTerms, profileQuery } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const term = { count: 1, position: 0, part: false, pieces: [], weight: 1 };
 * const query = profileQuery([{ ...term, term: "request" }, { ...term, term: "type" }]);
 * assert.deepEqual(matchName(nameTerms("Request"), query), { coverage: 0.5, precision: 1 });
 * assert.deepEqual(matchName(nameTerms("HTTPMediaType"), query), {
 *   coverage: 0.5,
 *   precision: 1 / 3,
 * });
 * ```
 */
export function matchName(
  { whole, pieces }: NameTerms,
  { weights, compounds, total }: QueryProfile,
): NameMatch {
  if (total === 0 || pieces.length === 0) return NO_MATCH;
  let covered = 0;
  let found = 0;
  for (const piece of pieces) {
    const weight = weights.get(piece);
    if (weight === undefined) continue;
    // A name of one piece may be a whole identifier of the query, written in another way.
    covered += compounds.get(piece) ?? weight;
    found++;
  }
  if (found < pieces.length && whole !== undefined) {
    const weight = weights.get(whole);
    if (weight !== undefined) {
      covered = Math.max(covered, compounds.get(whole) ?? weight);
      found = pieces.length;
    }
  }
  if (found === 0) return NO_MATCH;
  return { coverage: Math.min(1, covered / total), precision: found / pieces.length };
}

/**
 * Returns how far a name and a query are the same, from 0 to 1. The product did better than the
 * harmonic mean (NDCG@10 .888 and .885 on 421 queries).
 */
export function agreement({ coverage, precision }: NameMatch): number {
  return coverage * precision;
}
