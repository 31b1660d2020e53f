import { analyze } from "./analyze.ts";
import { fold } from "./fold.ts";
import { isStopWord } from "./stop_words.ts";
import { isUnspaced, type Token } from "./tokenize_name.ts";

/** Most terms of one query. Each costs a posting list, and past a few hundred none helps. */
export const MAX_QUERY_TERMS = 256;

/** Share of the kept terms that appear first: the head of a long text says what it is about. */
const LEADING_SHARE = 0.5;

/** One distinct term of a query. */
export interface QueryTerm {
  readonly term: string;
  /** How often it occurs in the query, at least 1. */
  readonly count: number;
  /** Position of its first occurrence among the words and parts of the query, 0-based. */
  readonly position: number;
  /** Whether it occurs only as a piece of longer identifiers, such as `server` in `HTTPServer`. */
  readonly part: boolean;
  /** The terms of its pieces when it is a whole identifier of several, otherwise none. */
  readonly pieces: readonly string[];
}

/**
 * Returns the distinct terms of a query in order of first appearance.
 *
 * Stop words are dropped, unless the query has nothing else. A query of more than `MAX_QUERY_TERMS`
 * terms keeps half that number from its beginning, and then those that occur most often.
 *
 * @param text A question, a task, a log: any text of any length.
 * @param tokens The result of {@link listTellingTokens} for the text, when the caller has it.
 */
export function analyzeQuery(
  text: string,
  tokens: readonly Token[] = listTellingTokens(text),
): readonly QueryTerm[] {
  return limitTerms(countTerms(tokens), MAX_QUERY_TERMS);
}

/** Returns the tokens of a query without its stop words; all tokens when nothing else is left. */
export function listTellingTokens(text: string): readonly Token[] {
  const tokens = analyze(text);
  const telling = tokens.filter((token) => !isStopWord(fold(text.slice(token.start, token.end))));
  return telling.length > 0 ? telling : tokens;
}

/**
 * Returns the terms that together are all of a name: its first one, or each pair of characters of a name in a
 * script without spaces. None of a name that is not indexed.
 */
export function listWholeTerms(name: string): readonly string[] {
  const terms = analyzeQuery(name).map(({ term }) => term);
  return isUnspaced(name) ? terms : terms.slice(0, 1);
}

/** Returns the distinct terms of some tokens of a query in order of first appearance. */
export function countTerms(tokens: readonly Token[]): readonly QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  tokens.forEach(({ text: term, position, part }, index) => {
    const known = terms.get(term);
    terms.set(
      term,
      known === undefined
        ? { term, count: 1, position, part, pieces: findPieces(tokens, index) }
        : { ...known, count: known.count + 1, part: known.part && part },
    );
  });
  return [...terms.values()];
}

/** Returns the terms of the pieces of a whole identifier. They follow it and lie inside of its range. */
function findPieces(tokens: readonly Token[], index: number): readonly string[] {
  const { start = 0, end = 0 } = tokens[index] ?? {};
  const pieces: string[] = [];
  for (let next = index + 1; next < tokens.length; next++) {
    const token = tokens[next]!;
    if (token.start < start || token.end > end) break;
    pieces.push(token.text);
  }
  return pieces;
}

/**
 * Returns at most `limit` terms in their order: the first ones, up to half the limit, and those of the
 * others that occur most often.
 */
export function limitTerms<Term extends QueryTerm>(
  terms: readonly Term[],
  limit: number,
): readonly Term[] {
  if (terms.length <= limit) return terms;
  const leadingCount = Math.floor(limit * LEADING_SHARE);
  const repeated = terms
    .slice(leadingCount)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, limit - leadingCount);
  const kept = new Set([...terms.slice(0, leadingCount), ...repeated]);
  return terms.filter((term) => kept.has(term));
}
