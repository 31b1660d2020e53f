/**
 * The index of a tree: how it is written, kept fresh and read.
 *
 * @module
 */

export { openDocumentMatcher } from "./document_filter.ts";
export type * from "./index_reader.ts";
export type * from "./known_commits.ts";
export type { IndexProgress, RefreshOutcome } from "./local/apply_refresh.ts";
export type { EmbedProgress } from "./local/embed_missing.ts";
export { checkIndexValues, type IndexFacts, readIndexFacts } from "./local/inspect_index.ts";
export type { LocalIndex } from "./local/local_index.ts";
export { openIndex, openWatch, preloadIndexing, removeIndex } from "./local/open_index.ts";
export type { IndexSource, RefreshOptions, RefreshReport } from "./local/refresh_index.ts";
export type { WatchedTree } from "./local/watch/watched_tree.ts";
