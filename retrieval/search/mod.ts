/**
 * Searches: from a query to ranked files, chunks and parts.
 *
 * @module
 */

export {
  type EmbeddedQuery,
  findCandidates,
  findCandidatesInAll,
  findFiles,
  findFilesInAll,
  type FindFilesOptions,
  type FoundFiles,
  type QueriedTree,
} from "./find_candidates.ts";
export { type CacheableResult, ResultCache } from "./result_cache.ts";
export {
  findParts,
  findPartsInAll,
  type FoundParts,
  type LoadedFile,
  type PartsTree,
  QUERY_FILES,
} from "./find_parts.ts";
export type { FoundFile, JoinOptions } from "./retrieve.ts";
export { findUnknownSymbols, type UnknownSymbol } from "./find_unknown_symbols.ts";
export { findNearNames } from "./find_near_names.ts";
export { interpretQuery, toPartQuery } from "./interpret_query.ts";
export { QueryText } from "./query_text.ts";
export { type TranslatedQuestion, translateQuestion } from "./translate_question.ts";
export {
  checkSearchOptions,
  DEFAULT_SEARCH_LIMIT,
  type FreshnessOptions,
  type SearchOptions,
  type SearchResult,
  type SearchUnit,
} from "./search_options.ts";
export { fileHit, partHit, type SearchHit } from "./search_options.ts";
