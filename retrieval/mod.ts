/**
 * Everything that uses a disk or a model: from files to an index, and from a request to a bundle.
 *
 * `engine.ts` has the object that callers use. Write pipeline: `tree/` lists and reads files, and
 * `index/` chunks, analyzes and stores changes. Read pipeline: `answer/` opens the index and calls
 * the steps, `search/` ranks chunks, each folder of `sources/` proposes fragments, and `delivery/`
 * packs, renders and records them. `config/` reads settings, `commits/` the git history, `embed/`
 * computes vectors, `issue/` reads tasks, `names/` runs a program that guesses names, `secrets/`
 * masks, `inspect/` shows the index to people, `schema/` has the JSON schemas of bundles and
 * records, and `machine/` has what all of them use.
 *
 * @module
 */

export type { Embedder, EmbedOptions, OpenEmbedder, OpenEmbedderOptions } from "./embed/mod.ts";
export type {
  DecidedGrantRequest,
  EmbedderSettings,
  GrantOption,
  GrantRequest,
  ModelPrecision,
  StaticSettings,
  TransformersSettings,
} from "./config/mod.ts";
export { type Engine, openEngine } from "./engine.ts";
export {
  type Assessment,
  type AssessOptions,
  type ContextOptions,
  DEFAULT_MAX_REFRESH_MS,
  type EngineOptions,
  type FileText,
  type IndexOptions,
  type IndexReport,
  type IndexStatus,
  type Pointer,
  preloadTask,
  type ReadFileOptions,
  type Refresher,
  type RequestOptions,
  type TaskOptions,
  type WithFeatureOptions,
} from "./answer/mod.ts";
export type {
  AnswerPreferences,
  EngineServices,
  PolicySpaces,
  RunStep,
  StepName,
} from "./lease/mod.ts";
export type { DeliveryOptions } from "./delivery/mod.ts";
export { DEFAULT_BUDGET_TOKENS, openEstimator, type PackingOptions } from "./delivery/pack/mod.ts";
export {
  DEFAULT_SEARCH_LIMIT,
  type FreshnessOptions,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
  type SearchUnit,
} from "./search/mod.ts";
export { RetrievalError, type RetrievalErrorCode } from "./machine/mod.ts";
export type { IssueOptions, ReadIssue, ReadIssueOptions } from "./issue/mod.ts";
export type { NameGuesserOptions, NameGuesserResult } from "./names/mod.ts";
export { checkTargets, type StructureOptions, type StructureQuestion } from "./structure/mod.ts";
export { openRenderer, type RenderOptions } from "./delivery/prompt/mod.ts";
export type { PinnedHistory } from "./commits/mod.ts";
export type * from "./inspect/browse/mod.ts";
export type { CheckedFinding, Finding, FindingLevel } from "./inspect/health/mod.ts";
export type { EffectiveSetting, SettingsReport } from "./config/report/mod.ts";
export type {
  DocumentChunk,
  DocumentEntry,
  DocumentFilter,
  EmbedProgress,
  FolderEntry,
  IndexProgress,
  LanguageEntry,
  RefreshOutcome,
  RefreshReport,
  RemovedTrees,
  ShareReport,
} from "./index/mod.ts";
export type {
  ChangedPart,
  Injection,
  InjectionDraft,
  InjectionKind,
  InjectionSummary,
  ListInjectionsOptions,
  MeasureOptions,
  Pruning,
  RecordedExclusion,
  RecordedFragment,
  RecordedIndex,
  RecordedRequest,
  RestoredInjection,
} from "./delivery/record/mod.ts";
export type { RootChoice } from "./tree/mod.ts";
export { RANKING_STEPS } from "@dossier/core/part";
export type { ActivityEvent } from "./delivery/state/mod.ts";
