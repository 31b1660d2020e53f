import type { WeightedPhrase } from "@dossier/core";
import { countWords, PHRASE, verbosity } from "@dossier/core/rank";
import type { QueryText } from "./query_text.ts";

/**
 * Returns the phrases that a query wants word for word, unless the step is left out. The longer the
 * query, the less its phrases weigh, and those of an issue nothing: it quotes what was seen, which
 * stands in documents and tests too. With them NDCG@10 of 27 issues of django fell from .78 to .70.
 */
export async function readPhrases(
  query: QueryText,
  disabled: readonly string[],
): Promise<readonly WeightedPhrase[]> {
  if (disabled.includes(PHRASE.name) || query.isPlain) return [];
  const factor = 1 - verbosity(countWords(query.terms));
  if (factor === 0) return [];
  const { parsed, core } = await query.parse();
  return core.queryPhrases(parsed)
    .map(({ text, weight }) => ({ text, weight: weight * factor }));
}
