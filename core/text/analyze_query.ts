import { analyze } from "./analyze.ts";
import { fold } from "./fold.ts";
import { isStopWord } from "./stop_words.ts";
import { isUnspaced, type Token } from "./tokenize_name.ts";

/**
 * Maximum number of terms of one query. Each term costs a posting list, and beyond a few hundred
 * terms no further one helps.
 */
export const MAX_QUERY_TERMS = 256;

/**
 * Share of the kept terms that are taken from the start: the beginning of a long text says what it
 * is about.
 */
const LEADING_SHARE = 0.5;

/** Distinct term of a query. */
export interface QueryTerm {
  readonly term: string;
  /** Number of occurrences in the query, at least 1. */
  readonly count: number;
  /** Position of the first occurrence among the words and parts of the query, 0-based. */
  readonly position: number;
  /**
   * True when the term occurs only as a part of longer identifiers, such as `server` in
   * `HTTPServer`.
   */
  readonly isPart: boolean;
  /** Terms of the parts when the term is a whole identifier of several parts, otherwise empty. */
  readonly partTerms: readonly string[];
}

/**
 * Returns the distinct terms of a query in order of first appearance.
 *
 * Stop words are dropped unless the query has no other words. A query of more than
 * `MAX_QUERY_TERMS` terms keeps half of that number from its beginning, and then the terms that
 * occur most often.
 *
 * @param text Any text of any length: a question, a task, a log.
 * @param tokens The result of {@link listContentTokens} for the text, when the caller has it.
 */
export function analyzeQuery(
  text: string,
  tokens: readonly Token[] = listContentTokens(text),
): readonly QueryTerm[] {
  return limitTerms(countTerms(tokens), MAX_QUERY_TERMS);
}

/**
 * Returns the tokens of a query without its stop words; all tokens when the query has only stop
 * words.
 */
export function listContentTokens(text: string): readonly Token[] {
  const tokens = analyze(text);
  const content = tokens.filter((token) => !isStopWord(fold(text.slice(token.start, token.end))));
  return content.length > 0 ? content : tokens;
}

/**
 * Returns the terms that together cover a whole name: its first term, or each pair of characters of
 * a name in a script without spaces. Empty for a name that is not indexed.
 */
export function listTermsOfWholeName(name: string): readonly string[] {
  const terms = analyzeQuery(name).map(({ term }) => term);
  return isUnspaced(name) ? terms : terms.slice(0, 1);
}

/** Returns the distinct terms of tokens of a query, in order of first appearance. */
export function countTerms(tokens: readonly Token[]): readonly QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  tokens.forEach(({ text: term, position, isPart }, index) => {
    const known = terms.get(term);
    terms.set(
      term,
      known === undefined
        ? { term, count: 1, position, isPart, partTerms: findPartTerms(tokens, index) }
        : { ...known, count: known.count + 1, isPart: known.isPart && isPart },
    );
  });
  return [...terms.values()];
}

/**
 * Returns the terms of the parts of a whole identifier. They follow it and lie inside its range.
 */
function findPartTerms(tokens: readonly Token[], index: number): readonly string[] {
  const { start = 0, end = 0 } = tokens[index] ?? {};
  const terms: string[] = [];
  for (let next = index + 1; next < tokens.length; next++) {
    const token = tokens[next]!;
    if (token.start < start || token.end > end) break;
    terms.push(token.text);
  }
  return terms;
}

/**
 * Returns at most `limit` terms in their order: the first ones, up to half of the limit, and of the
 * others those that occur most often.
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
