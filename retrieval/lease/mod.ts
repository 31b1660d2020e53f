/**
 * Leases: index, tree and settings that an answer uses; plans of answers; the files that a request
 * may see or names; and the services of an engine for features.
 *
 * @module
 */

export type {
  EngineServices,
  IndexedTree,
  Lease,
  PolicySpaces,
  RunStep,
  StepName,
} from "./lease.ts";
export { hideIgnored, narrowVisibility } from "./narrow_visibility.ts";
export { openFile, type OpenFileOptions, openNamedFiles, type ReadableFile } from "./open_file.ts";
export type {
  AnswerPreferences,
  Plan,
  RepositoryPlan,
  RequestKind,
  RoundBrief,
  TaskBrief,
} from "./plan.ts";
export { sumIndexes } from "./sum_indexes.ts";
export { type SearchedTree, type SearchedTrees, toSearchedTree } from "./searched_tree.ts";
