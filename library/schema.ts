/**
 * Types of answers: bundles, records, indexes and settings, and the words of requests. The package
 * has their JSON Schemas in `schema/`.
 *
 * @module
 */

export type * from "../mod.ts";
export type * from "@dossier/retrieval";
// Two modules have this name.
export type { openEngine } from "../mod.ts";
export {
  type Appetite,
  APPETITES,
  type BundleBudget,
  type BundleIndex,
  type BundleProfile,
  type BundleRepository,
  type BundleSection,
  type Certainty,
  type ClassifiedQuestion,
  type CompletedPlan,
  type ComplexityPart,
  type Condition,
  type CoreErrorCode,
  type Dilution,
  type DocumentChunk,
  type DocumentKind,
  type DocumentSlot,
  type EndSignal,
  type EndSignalName,
  type ExclusionRule,
  type ExclusionRules,
  type ExplanationOperation,
  type FileComparison,
  type FileLines,
  type FragmentDetails,
  type FragmentForm,
  type FragmentPosition,
  type FragmentRole,
  type FragmentTrust,
  type GuessedNames,
  type JsonObject,
  type JsonValue,
  type LineRange,
  mergeTimelines,
  type OmissionReason,
  type PackingRule,
  type PathFacts,
  type PatternTest,
  type PlainFormat,
  type PromptMessage,
  type QueryStrength,
  QUESTION_KINDS,
  type QuestionKind,
  type RefreshCounts,
  type RepositoryLines,
  type RequestMetrics,
  type RequestMode,
  type RequestOutcomeName,
  STRUCTURE_KINDS,
  type StructureEntry,
  type StructureKind,
  type SymbolKind,
  type TaskComplexity,
  type TaskPlan,
  type TaskSettings,
  type TimelineEntry,
  type TimeSummary,
  type UserExclusions,
  type Visibility,
} from "@dossier/core";
export { DEFAULT_MAX_REFRESH_MS, DEFAULT_SEARCH_LIMIT } from "@dossier/retrieval";
