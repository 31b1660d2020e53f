/**
 * From a query to ranked chunks.
 *
 * @module
 */

export { type AskedQuery, findCandidates } from "./find_candidates.ts";
export { findUnknownSymbols, type UnknownSymbol } from "./find_unknown_symbols.ts";
export { nearNames } from "./near_names.ts";
export { type QueryArea, QueryText, type ReadParsedQuery } from "./query_text.ts";
export { type RetrievalRequest, retrieve } from "./retrieve.ts";
export {
  checkSearchOptions,
  DEFAULT_SEARCH_LIMIT,
  type FreshnessOptions,
  type SearchOptions,
  type SearchResult,
} from "./search_options.ts";
