import { maskSymbols } from "../secrets/mod.ts";
import type { SearchOptions, SearchResult } from "../search/mod.ts";
import { noteWithoutWords, rankChunks } from "../sources/ranking/mod.ts";
import type { AnsweringIndex } from "./answering_index.ts";
import { askQuery, checkQuery } from "./ask_query.ts";
import { distinctNotes } from "./engine_notes.ts";

/**
 * Returns the best chunks for a query, with their scores.
 *
 * @throws {ContextError} As `answer()`.
 */
export async function searchChunks(
  query: string,
  options: SearchOptions,
  index: AnsweringIndex,
): Promise<SearchResult> {
  const text = checkQuery(query, options);
  return await index.lease(options, async (lease) => {
    const { asked, notes } = await askQuery(text, lease, options);
    const results = await rankChunks(lease, asked, options);
    return {
      query,
      index: lease.index,
      results: await maskSymbols(results),
      notes: [
        ...distinctNotes([...lease.notes, ...notes]),
        ...noteWithoutWords(results, { ...options, ...asked, index: lease.index }),
      ],
    };
  });
}
