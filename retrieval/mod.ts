/**
 * Everything that touches a disk: from files to an index, and from a request to a bundle.
 *
 * Read in this order: `engine.ts` is the one object that callers hold and shows both pipelines.
 * Write path: `scan/` lists and reads files, `index/` decides what has changed, chunks and analyzes
 * it, `store/` holds all SQL of the index. Read path: `search/` proposes chunks, `task/` adds what an issue
 * needs besides, `read_passages.ts` fetches their text, and core packs and renders it; `record/` keeps
 * what was given in `state/`.
 *
 * @module
 */

export type { Embedder, EmbedOptions } from "./embed/embedder.ts";
export type {
  EmbedderSettings,
  HttpSettings,
  ModelPrecision,
  StaticSettings,
  TransformersSettings,
} from "./config/embedder_settings.ts";
export type { OpenEmbedder, OpenEmbedderOptions } from "./embed/embedder.ts";
export type { QueryVector } from "./embed/embedder_slot.ts";
export { type Engine, openEngine } from "./engine.ts";
export {
  type ContextOptions,
  DEFAULT_MAX_REFRESH_MS,
  type EngineOptions,
  type IndexReport,
  type IndexStatus,
  type Refresher,
  type RunStep,
  type StepName,
} from "./answer/engine_options.ts";
export { DEFAULT_BUDGET_TOKENS } from "./delivery/pack_bundle.ts";
export {
  DEFAULT_SEARCH_LIMIT,
  type FreshnessOptions,
  type SearchOptions,
  type SearchResult,
} from "./search/search_options.ts";
export { RetrievalError, type RetrievalErrorCode } from "./machine/errors.ts";
export { openEstimator } from "./delivery/open_estimator.ts";
export type { IssueOptions, ReadIssue, ReadIssueOptions } from "./issue/read_issue.ts";
export { openRenderer } from "./delivery/prompt/open_renderer.ts";
export type { PinnedHistory } from "./commits/history_source.ts";
export type { IndexedDocument } from "./inspect/browse/describe_document.ts";
export type { TreeBrowser } from "./inspect/browse/tree_browser.ts";
export type { TreeHealth } from "./inspect/browse/inspect_tree.ts";
export type { DocumentListing, ListDocumentsOptions } from "./inspect/browse/list_documents.ts";
export type {
  LeftOutGroup,
  LeftOutListing,
  LeftOutReason,
  ListLeftOutOptions,
} from "./inspect/browse/list_left_out.ts";
export type { CheckedFinding, Finding, FindingLevel } from "./inspect/health/finding.ts";
export type { SettingInForce, SettingsReport } from "./config/report_settings.ts";
export type {
  DocumentEntry,
  FolderEntry,
  LanguageEntry,
} from "./index/local/store/document_entries.ts";
export type { StoredChunk } from "./index/local/store/documents.ts";
export type { EmbedProgress } from "./index/local/embed_missing.ts";
export type { RequestOptions } from "./answer/answer_requests.ts";
export type { FileText, ReadFileOptions } from "./answer/read_file.ts";
export type { TaskOptions } from "./answer/task_options.ts";
export type { DeliveryOptions } from "./delivery/record/deliveries.ts";
export type {
  ChangedPart,
  InjectionRecord,
  ListRecordsOptions,
  MeasureOptions,
  Pruning,
  QueriedField,
  RecordDraft,
  RecordedExclusion,
  RecordedIndex,
  RecordedPassage,
  RecordedRequest,
  RecordKind,
  RecordSummary,
  RestoredRecord,
  SharedField,
} from "./delivery/record/mod.ts";
export type { IndexProgress, RefreshOutcome } from "./index/local/apply_refresh.ts";
export type { RefreshReport } from "./index/local/refresh_index.ts";
export { preloadTask } from "./answer/preload.ts";
export { checkRoot } from "./inspect/check_root.ts";
export { LANGUAGES, nearestLanguages } from "./tree/language.ts";
export { findRoot } from "./tree/find_root.ts";
export { MAX_FILES_WITHOUT_GIT, type RootChoice } from "./tree/take_root.ts";
export { RANKING_STEPS } from "@dossier/core/rank";
export {
  type MaskableText,
  type MaskedFileSecret,
  type MaskedTexts,
  type MaskOptions,
  maskSecrets,
} from "./secrets/mask_secrets.ts";
export type { DetectorSource, SecretDetector } from "./secrets/secret_detector.ts";
export { type QueryArea, QueryText, type ReadParsedQuery } from "./search/query_text.ts";
export type { DocumentFilter, RetrievalRequest, Retriever } from "./search/retriever.ts";
