/**
 * The index of a tree: how it is written, kept fresh and read.
 *
 * @module
 */

export { INDEX_FINGERPRINT } from "./fingerprint.ts";
export type { IndexProgress, RefreshOutcome } from "./local/apply_refresh.ts";
export type { EmbedProgress } from "./local/embed_missing.ts";
export { isEmbedderOther, isUnembedded } from "./local/index_embedding.ts";
export type { RefreshOptions, RefreshReport } from "./local/refresh_index.ts";
export {
  countLanguages,
  type DocumentEntry,
  type FolderEntry,
  type LanguageEntry,
  listEntries,
  listFolders,
} from "./local/store/document_entries.ts";
export {
  type DocumentDefinitions,
  listDefinitions,
  listDocumentNames,
  listDocumentsCalled,
} from "./local/store/document_names.ts";
export {
  type DocumentPlace,
  listDefiningDocuments,
  listDocumentPlaces,
} from "./local/store/document_places.ts";
export {
  countDocuments,
  type DocumentFacts,
  findDocument,
  findDocumentBlob,
  findDocumentByPath,
  findDocumentHash,
  hasDocumentBelow,
  listDocumentBlobs,
  listDocumentFacts,
  type StoredChunk,
  type StoredDocument,
} from "./local/store/documents.ts";
export { findIndexOwner } from "./local/store/index_mark.ts";
export { findMeta, writeMeta } from "./local/store/meta.ts";
export { listNameVectors } from "./local/store/name_vectors.ts";
export { openStore, removeStore, type Store } from "./local/store/open_store.ts";
export {
  findPastNames,
  lastChange,
  listChangedSince,
  type PastFile,
  type PastName,
  writePastNames,
} from "./local/store/past_names.ts";
export {
  createPostingBuffer,
  decodePostings,
  hasPosting,
  MAX_BODY_FREQUENCY,
  type PostingBuffer,
  SYMBOLS_MASK,
} from "./local/store/posting_codec.ts";
export { listPostings, type PostingList } from "./local/store/postings.ts";
export { listProseDocuments, type ProseDocument } from "./local/store/prose_documents.ts";
export {
  countLiveChunks,
  countSegments,
  DOCUMENT_STRIDE,
  isDead,
  listSegments,
  type Segment,
} from "./local/store/segments.ts";
export { findSkipped, listSkipped } from "./local/store/skipped.ts";
export type { VectorRows } from "./local/store/vector_rows.ts";
export { findAltered } from "./local/store/verify_store.ts";
export type { VectorScanner } from "./local/vectors/vector_scanner.ts";
