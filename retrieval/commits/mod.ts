/**
 * The commits of a repository, and which of them an index is behind.
 *
 * @module
 */

export { type Commit, MAX_COMMITS } from "./commit.ts";
export { findHead } from "./find_head.ts";
export {
  describeSource,
  findFolder,
  type HistorySource,
  type PinnedHistory,
} from "./history_source.ts";
export { createSubjectAnalyzer } from "./subject_terms.ts";
