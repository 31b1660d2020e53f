/**
 * Commits of a repository, and the state up to which they were read.
 *
 * @module
 */

export {
  type Commit,
  findHistoryFolder,
  historyKey,
  type HistorySource,
  MAX_COMMITS,
  type PinnedHistory,
} from "./history_source.ts";
export { findHeadCommit, findWorkTreeHead } from "./find_head.ts";
export { createSubjectAnalyzer } from "./subject_terms.ts";
export { type LineChange, LineHistory, openLineHistory } from "./line_changes.ts";
export { listWorkChanges, type WorkChange, type WorkChanges } from "./work_changes.ts";
