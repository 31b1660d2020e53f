import {
  countTerms,
  limitTerms,
  listContentTokens,
  MAX_QUERY_TERMS,
  type QueryTerm,
} from "../text/analyze_query.ts";
import type { Token } from "../text/tokenize_name.ts";
import type { ParsedQuery } from "./parse_query.ts";
import { ZONE_WEIGHTS } from "./zones.ts";

/** Term of a query with its weight. */
export interface WeightedTerm extends QueryTerm {
  /** Factor of its rarity, above 0; 1 for plain words. */
  readonly weight: number;
}

/** Number of innermost calls that are the subject of a stack; the outer calls only lead to them. */
const INNERMOST_FRAMES = 2;

/** Weight of a word of a frame further out. */
const DEEP_WEIGHT = 0.1;

/**
 * Returns the distinct terms of a query in order of first appearance, each with its highest weight.
 *
 * A question of plain words has the terms of `analyzeQuery`, all with weight 1. A query of more than
 * `MAX_QUERY_TERMS` terms keeps those of highest weight, and among equals those that `analyzeQuery`
 * keeps. Terms of boilerplate are left out, unless there is nothing else.
 *
 * @param tokens The result of `listContentTokens` for the query, when the caller has it.
 */
export function weightQueryTerms(
  parsed: ParsedQuery,
  tokens: readonly Token[] = listContentTokens(parsed.text),
): readonly WeightedTerm[] {
  const weigh = createTokenWeights(parsed);
  const weights = new Map<string, number>();
  const kept = tokens.filter((token) => {
    const weight = weigh(token);
    weights.set(token.text, Math.max(weights.get(token.text) ?? 0, weight));
    return weight > 0;
  });
  const hasContent = kept.length > 0;
  const terms = countTerms(hasContent ? kept : tokens)
    .map((term) => ({ ...term, weight: hasContent ? weights.get(term.term) ?? 1 : 1 }));
  return limitByWeight(terms);
}

/**
 * Returns the terms of highest weight. Of the terms with the lowest weight that fits, `limitTerms`
 * chooses.
 */
function limitByWeight(terms: readonly WeightedTerm[]): readonly WeightedTerm[] {
  if (terms.length <= MAX_QUERY_TERMS) return terms;
  const lowest = terms.map(({ weight }) => weight).sort((a, b) => b - a)[MAX_QUERY_TERMS - 1] ?? 0;
  const above = terms.filter(({ weight }) => weight > lowest);
  const level = terms.filter(({ weight }) => weight === lowest);
  const kept = new Set<QueryTerm>([...above, ...limitTerms(level, MAX_QUERY_TERMS - above.length)]);
  return terms.filter((term) => kept.has(term));
}

/** Returns a function from a token to its weight. It must be called in the order of the tokens. */
function createTokenWeights(parsed: ParsedQuery): (token: Token) => number {
  const { lines, frames } = parsed;
  const depths = new Map(frames.map(({ start, depth }) => [start, depth]));
  let row = 0;
  return (token) => {
    while (row + 1 < lines.length && lines[row + 1]!.start <= token.start) row++;
    const line = lines[row];
    if (line === undefined) return 1;
    if ((depths.get(line.start) ?? 0) >= INNERMOST_FRAMES) return DEEP_WEIGHT;
    return ZONE_WEIGHTS[line.zone].term;
  };
}
