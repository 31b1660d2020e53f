import type { AnalyzedQuery } from "./analyzed_query.ts";
import type { NameTerms } from "./file_name.ts";

/** Suffix of a word for an agent, such as `router`; the stems of short words keep it. */
const AGENT_SUFFIX_REGEXP = /^(.{3,})[eo]r$/;

/** Doubled consonant before such a suffix: `formatter`. */
const DOUBLED_CONSONANT_REGEXP = /([bdfgmnprt])\1$/;

/** Remainder of a suffix: `aliases` has the stem `alias`, and `alias` the stem `alia`. */
const REMAINING_SUFFIX_REGEXP = /[es]$/;

/**
 * Cache of the roots of terms: names have few distinct pieces, and each query needs those of all
 * files of a pool.
 */
const ROOTS = new Map<string, string>();

/** Maximum number of terms in the cache. */
const MAX_ROOTS = 10_000;

/** Returns the common root of the terms of one word, such as those of `router` and `routing`. */
function rootOf(term: string): string {
  if (ROOTS.size >= MAX_ROOTS) ROOTS.clear();
  return ROOTS.getOrInsertComputed(
    term,
    () =>
      term.replace(AGENT_SUFFIX_REGEXP, "$1").replace(DOUBLED_CONSONANT_REGEXP, "$1").replace(
        REMAINING_SUFFIX_REGEXP,
        "",
      ),
  );
}

/**
 * Returns a function that scores a name by a query, from 0 to 1. The score is the share of the
 * name's pieces that the query has, so that a long name with words of the query scores less than
 * the exact short name. It is lowered for common words, because many files are named after the
 * project or its main subject: the factor is the square root of the commonness of the rarest of
 * these words, relative to the other words of the query.
 *
 * @param idfs Idf of each term.
 */
export function createNameScorer(
  terms: AnalyzedQuery["terms"],
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
    let matched = 0;
    let rarest = 0;
    for (const piece of pieces) {
      const rarity = byTerm.get(piece) ?? byRoot.get(rootOf(piece));
      if (rarity === undefined) continue;
      matched++;
      rarest = Math.max(rarest, rarity);
    }
    return matched === 0 ? 0 : scale(matched / pieces.length, rarest);
  };
}
