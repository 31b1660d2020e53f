import type { WeightedPhrase } from "@dossier/core";
import { verbosity } from "@dossier/core/rank";
import { analyzeQuery, isPlainQuery } from "@dossier/core/text";
import { readParsedQuery } from "./read_parsed_query.ts";

/** Name of the step that brings up chunks which hold what the query quotes. */
export const PHRASE = "phrase";

/**
 * Returns the phrases that a query wants word for word, unless the step is left out. The longer the
 * query, the less its phrases weigh, and those of an issue nothing: it quotes what was seen, which
 * stands in documents and tests too. With them NDCG@10 of 27 issues of django fell from .78 to .70.
 */
export async function readPhrases(
  query: string,
  disabled: readonly string[],
): Promise<readonly WeightedPhrase[]> {
  if (disabled.includes(PHRASE) || isPlainQuery(query)) return [];
  const factor = 1 - verbosity(analyzeQuery(query).filter(({ part }) => !part).length);
  if (factor === 0) return [];
  const { parsed, core } = await readParsedQuery(query);
  return core.queryPhrases(parsed)
    .map(({ text, weight }) => ({ text, weight: weight * factor }));
}
