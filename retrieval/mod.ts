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
  OpenEmbedder,
  OpenEmbedderOptions,
  StaticSettings,
  TransformersSettings,
} from "./embed/embedder_settings.ts";
export type { QueryVector } from "./embed/embedder_slot.ts";
export { type Engine, openEngine } from "./engine.ts";
export {
  type ContextOptions,
  DEFAULT_BUDGET_TOKENS,
  DEFAULT_MAX_REFRESH_MS,
  DEFAULT_SEARCH_LIMIT,
  type EngineOptions,
  type FreshnessOptions,
  type IndexReport,
  type IndexStatus,
  type Refresher,
  type RunStep,
  type SearchOptions,
  type SearchResult,
  type StepName,
} from "./engine_options.ts";
export { RetrievalError, type RetrievalErrorCode } from "./errors.ts";
export { openEstimator } from "./estimate/open_estimator.ts";
export type { IssueOptions, ReadIssue, ReadIssueOptions } from "./issue/read_issue.ts";
export { openRenderer } from "./prompt/open_renderer.ts";
export type { PinnedHistory } from "./history/history_source.ts";
export type { IndexedDocument } from "./browse/describe_document.ts";
export type { TreeBrowser } from "./browse/tree_browser.ts";
export type { TreeHealth } from "./browse/inspect_tree.ts";
export type { DocumentListing, ListDocumentsOptions } from "./browse/list_documents.ts";
export type {
  LeftOutGroup,
  LeftOutListing,
  LeftOutReason,
  ListLeftOutOptions,
} from "./browse/list_left_out.ts";
export type { CheckedFinding, Finding, FindingLevel } from "./health/finding.ts";
export type { SettingInForce, SettingsReport } from "./config/report_settings.ts";
export type { DocumentEntry, FolderEntry, LanguageEntry } from "./store/document_entries.ts";
export type { StoredChunk } from "./store/documents.ts";
export type { EmbedProgress } from "./index/embed_missing.ts";
export type { RequestOptions } from "./task/answer_requests.ts";
export type { FileText, ReadFileOptions } from "./task/read_file.ts";
export type { TaskOptions } from "./task/task_options.ts";
export type { DeliveryOptions } from "./record/deliveries.ts";
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
} from "./record/mod.ts";
export type { IndexProgress, RefreshOutcome } from "./index/apply_refresh.ts";
export type { RefreshReport } from "./index/refresh_index.ts";
export { preloadTask } from "./preload.ts";
export { checkRoot } from "./check_root.ts";
export { LANGUAGES, nearestLanguages } from "./scan/language.ts";
export { findRoot } from "./scan/find_root.ts";
export { MAX_FILES_WITHOUT_GIT, type RootChoice } from "./take_root.ts";
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
