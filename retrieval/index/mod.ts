/**
 * The index of a tree: how it is written, kept fresh and read.
 *
 * `index_store.ts` is what a way to keep indexes can do, `index_stores.ts` the table of them, and `index_reader.ts`
 * what one says. `lookups.ts` has what answers ask of it besides, for every store alike.
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
