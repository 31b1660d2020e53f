/**
 * What an answer needs of the machine, opened once and passed along; what it is to give, what a request may see of its
 * tree, and the files of it that somebody names; and what an engine does for those who have something to give.
 *
 * @module
 */

export type { EngineServices, IndexedTree, Lease, RunStep, Spaces, StepName } from "./lease.ts";
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
