import type { ParsedQuery } from "../query/parse_query.ts";
import { querySymbols, type WeightedSymbol } from "../query/query_symbols.ts";

/** The symbols and files that an issue names. */
export interface IssueIdentifiers {
  /** Names in code spans, in camel and snake case, and of calls; each once, highest weight first. */
  readonly symbols: readonly WeightedSymbol[];
  /** Files in order of mention, each once, without `./` in front. */
  readonly paths: readonly string[];
}

const HERE_REGEXP = /^(?:\.\/)+/;

/**
 * Returns the symbols and files that an issue names.
 *
 * @param parsed The result of `parseQuery(issueText(issue))`.
 */
export function issueIdentifiers(parsed: ParsedQuery): IssueIdentifiers {
  return { symbols: querySymbols(parsed), paths: namedPaths(parsed) };
}

/** Returns the files that an issue names, in order of mention, each once, without `./` in front. */
export function namedPaths({ paths }: ParsedQuery): readonly string[] {
  const files = paths.filter(({ folder }) => !folder);
  return [...new Set(files.map(({ path }) => path.replace(HERE_REGEXP, "")))];
}
