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
  const paths = parsed.paths.flatMap(({ path, folder }) =>
    folder ? [] : [path.replace(HERE_REGEXP, "")]
  );
  return { symbols: querySymbols(parsed), paths: [...new Set(paths)] };
}
