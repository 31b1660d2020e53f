/**
 * Index of a tree: writing, updating and reading it.
 *
 * `index_store.ts` has the interface of a store, `index_stores.ts` the table of stores, and
 * `index_reader.ts` the interface for reading. `lookups.ts` has further questions to an index,
 * which work with every store.
 *
 * @module
 */

export type * from "./index_reader.ts";
export type * from "./index_source.ts";
export type * from "./index_store.ts";
export { findIndexStore, INDEX_STORES } from "./index_stores.ts";
export {
  countDocumentTerms,
  type EvidenceRequest,
  findDefiningDocuments,
  findMentioningDocuments,
  listMissingNames,
  listNamesInCode,
  listNamesMissingInAll,
  readEvidence,
  scoreDocumentMeaning,
} from "./lookups.ts";
