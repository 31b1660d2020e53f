/**
 * From a query to ranked chunks.
 *
 * @module
 */

export { checkSearchOptions } from "./check_search_options.ts";
export { type AskedQuery, findCandidates } from "./find_candidates.ts";
export type { UnknownSymbol } from "./find_unknown_symbols.ts";
export { IndexRetriever } from "./index_retriever.ts";
export { type LexicalSnapshot, readLexicalSnapshot } from "./lexical_snapshot.ts";
export { meaningEvidence } from "./meaning_evidence.ts";
export { nearNames } from "./near_names.ts";
export { type QueryArea, QueryText, type ReadParsedQuery } from "./query_text.ts";
export type { DocumentFilter, RetrievalRequest, Retriever } from "./retriever.ts";
export {
  DEFAULT_SEARCH_LIMIT,
  type FreshnessOptions,
  type SearchOptions,
  type SearchResult,
} from "./search_options.ts";
