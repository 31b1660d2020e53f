/**
 * The index of a tree: how it is written, kept fresh and read.
 *
 * @module
 */

export type * from "./index_reader.ts";
export type * from "./known_commits.ts";
export type {
  EmbedProgress,
  IndexProgress,
  IndexSource,
  RefreshOptions,
  RefreshOutcome,
  RefreshReport,
} from "./local/index_source.ts";
export { checkIndexValues, type IndexFacts, readIndexFacts } from "./local/inspect_index.ts";
export type { LocalIndex } from "./local/local_index.ts";
export { openIndex, openWatch, preloadIndexing } from "./local/open_index.ts";
export { removeDamagedIndex } from "./local/store/open_store.ts";
export {
  compareMeaning,
  countTerms,
  type EvidenceRequest,
  findDefining,
  findMentioning,
  gatherEvidence,
  listInCode,
  listMissing,
} from "./lookups.ts";
export type { WatchedTree } from "./local/watch/watched_tree.ts";
