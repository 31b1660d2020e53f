/**
 * From a query to ranked files, chunks and parts.
 *
 * @module
 */

export {
  type AskedQuery,
  type AskedTree,
  findCandidates,
  findCandidatesOfAll,
  findFiles,
  findFilesOfAll,
  type FindFilesOptions,
  type FoundFiles,
} from "./find_candidates.ts";
export { type Reusable, ReuseShelf } from "./reuse_shelf.ts";
export {
  findParts,
  findPartsOfAll,
  type FoundParts,
  type PartsTree,
  QUERY_FILES,
  type ReadFile,
} from "./find_parts.ts";
export type { FoundFile, JoinOptions } from "./retrieve.ts";
export { findUnknownSymbols, type UnknownSymbol } from "./find_unknown_symbols.ts";
export { nearNames } from "./near_names.ts";
export { readQuery, toPartQuery } from "./read_query.ts";
export { QueryText } from "./query_text.ts";
export { readInEnglish, type ReadQuestion } from "./read_in_english.ts";
export {
  checkSearchOptions,
  DEFAULT_SEARCH_LIMIT,
  type FreshnessOptions,
  type SearchOptions,
  type SearchResult,
  type SearchUnit,
} from "./search_options.ts";
export { fileHit, partHit, type SearchHit } from "./search_options.ts";
