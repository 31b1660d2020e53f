import type { ParsedQuery } from "../query/parse_query.ts";
import { querySymbols, type WeightedSymbol } from "../query/query_symbols.ts";

/** What an issue names of the code. */
export interface IssueIdentifiers {
  /** Names in code spans, in camel and snake case, and of calls, each once, the weightiest first. */
  readonly symbols: readonly WeightedSymbol[];
  /** Files in the order of their mention, each once, without `./` in front. */
  readonly paths: readonly string[];
}

const HERE_REGEXP = /^(?:\.\/)+/;

/**
 * Returns what an issue names of the code.
 *
 * @param parsed The issue as `parseQuery(issueText(issue))` has it.
 *
 * @example
 * ```ts
 * import { issueIdentifiers, parseQuery } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const parsed = parseQuery("`retry` loses max_rounds\n\nSee src/loop.ts and runLoop().");
 * const { symbols, paths } = issueIdentifiers(parsed);
 * assert.deepEqual(symbols.map(({ name }) => name), ["max_rounds", "retry", "runLoop"]);
 * assert.deepEqual(paths, ["src/loop.ts"]);
 * ```
 */
export function issueIdentifiers(parsed: ParsedQuery): IssueIdentifiers {
  const paths = parsed.paths.flatMap(({ path, folder }) =>
    folder ? [] : [path.replace(HERE_REGEXP, "")]
  );
  return { symbols: querySymbols(parsed), paths: [...new Set(paths)] };
}
