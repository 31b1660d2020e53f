import type { ParsedQuery } from "@dossier/core";

/** The parser and what it is read with, which are large. */
type QueryArea = typeof import("@dossier/core/query");

/** What the parser made of a query, and what turns that into evidence. */
export interface ReadParsedQuery {
  readonly parsed: ParsedQuery;
  readonly core: QueryArea;
}

let last: ParsedQuery | undefined;

/**
 * Returns what a query names. Its symbols, its phrases and its terms are asked for apart from each
 * other, so the last query is kept: to parse a long issue takes milliseconds.
 */
export async function readParsedQuery(query: string): Promise<ReadParsedQuery> {
  // Imported only here: most questions are plain.
  const core = await import("@dossier/core/query");
  if (last?.text !== query) last = core.parseQuery(query);
  return { parsed: last, core };
}
