import type { WeightedPhrase } from "@dossier/core";
import { isPlainQuery } from "@dossier/core/text";
import { readParsedQuery } from "./read_parsed_query.ts";

/** Name of the step that brings up chunks which hold what the query quotes. */
export const PHRASE = "phrase";

/** Returns the phrases that a query wants word for word, unless the step is left out. */
export async function readPhrases(
  query: string,
  disabled: readonly string[],
): Promise<readonly WeightedPhrase[]> {
  if (disabled.includes(PHRASE) || isPlainQuery(query)) return [];
  const { parsed, core } = await readParsedQuery(query);
  return core.queryPhrases(parsed);
}
