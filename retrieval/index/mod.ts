/**
 * The index of a tree: how it is written, kept fresh and read.
 *
 * @module
 */

export { type DocumentFilter, openDocumentMatcher } from "./document_filter.ts";
export { INDEX_FINGERPRINT } from "./fingerprint.ts";
export type * from "./index_reader.ts";
export type { IndexProgress, RefreshOutcome } from "./local/apply_refresh.ts";
export type { EmbedProgress } from "./local/embed_missing.ts";
export { isEmbedderOther, isUnembedded } from "./local/index_embedding.ts";
export { LocalReader } from "./local/local_reader.ts";
export type { RefreshOptions, RefreshReport } from "./local/refresh_index.ts";
export { findIndexOwner } from "./local/store/index_mark.ts";
export { findMeta, writeMeta } from "./local/store/meta.ts";
export { openStore, removeStore, type Store } from "./local/store/open_store.ts";
export { findAltered } from "./local/store/verify_store.ts";
