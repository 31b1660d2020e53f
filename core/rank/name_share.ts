import type { QueryReading } from "./query_reading.ts";
import type { NameTerms } from "./file_name.ts";

/** The ending of one that does something, which the stems of short words keep. */
const DOER_REGEXP = /^(.{3,})[eo]r$/;

/** A consonant that is written twice in front of such an ending: `formatter`. */
const DOUBLED_REGEXP = /([bdfgmnprt])\1$/;

/** What else is left of an ending: `aliases` has the stem `alias`, and `alias` the stem `alia`. */
const REST_REGEXP = /[es]$/;

/** Roots of terms met so far: the pieces of names are few, and those of all files of a pool are asked for each query. */
const ROOTS = new Map<string, string>();

/** Terms whose roots are kept. */
const MAX_ROOTS = 10_000;

/** Returns what the terms of one word have in common, such as those of `router` and `routing`. */
function rootOf(term: string): string {
  if (ROOTS.size >= MAX_ROOTS) ROOTS.clear();
  return ROOTS.getOrInsertComputed(
    term,
    () => term.replace(DOER_REGEXP, "$1").replace(DOUBLED_REGEXP, "$1").replace(REST_REGEXP, ""),
  );
}

/**
 * Returns a function that says how much of a name a query has, from 0 to 1: the share of its pieces, so that
 * a long name that repeats words of the query is less of an answer than the short name of what was asked
 * for; less by the square root of how common the rarest of these words is beside the others of the query,
 * as the name of a project or of its main subject is in many files.
 *
 * @param idfs The idf of each term.
 */
export function openNameShare(
  terms: QueryReading["terms"],
  idfs: ReadonlyMap<string, number>,
): (name: NameTerms) => number {
  const rarityOf = ({ term }: { readonly term: string }) => idfs.get(term) ?? 0;
  const words = terms.filter(({ isPart }) => !isPart);
  const mean = words.reduce((sum, word) => sum + rarityOf(word), 0) / words.length;
  const byTerm = new Map(terms.map((each) => [each.term, rarityOf(each)]));
  const byRoot = new Map(terms.toReversed().map((each) => [rootOf(each.term), rarityOf(each)]));
  const scale = (share: number, rarity: number) => share * Math.sqrt(Math.min(1, rarity / mean));
  return ({ whole, pieces }) => {
    const known = whole === undefined ? undefined : byTerm.get(whole);
    if (known !== undefined) return scale(1, known);
    let held = 0;
    let rarest = 0;
    for (const piece of pieces) {
      const rarity = byTerm.get(piece) ?? byRoot.get(rootOf(piece));
      if (rarity === undefined) continue;
      held++;
      rarest = Math.max(rarest, rarity);
    }
    return held === 0 ? 0 : scale(held / pieces.length, rarest);
  };
}
