/**
 * Looks at what answers depend on, and changes none of it.
 *
 * @module
 */

export { CONFIGURATION_CHECK } from "./check_configuration.ts";
export { GIT_CHECK, type GitHealth, inspectGit } from "./check_git.ts";
export { findFolderProblem, INDEX_CHECK, RECORDS_CHECK } from "./check_index.ts";
export {
  type CheckedFinding,
  type Finding,
  type FindingLevel,
  runChecks,
  type TreeCheck,
  type TreePlace,
} from "./run_checks.ts";
export { resolveRoot } from "../../tree/mod.ts";
export { listStateFolders } from "../../machine/mod.ts";
export type { DatabaseCondition, DatabaseHealth } from "./inspect_database.ts";
export { type EmbedderHealth, inspectEmbedder } from "./inspect_embedder.ts";
export { inspectIndex } from "./inspect_index.ts";
export type { IndexFacts } from "../../index/mod.ts";
export { inspectState, type StateFacts } from "./inspect_state.ts";
export { tryWatching, type WatchingHealth } from "./try_watching.ts";
