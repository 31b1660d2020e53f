/**
 * Looks at what answers depend on, and changes none of it.
 *
 * @module
 */

export { CONFIGURATION_CHECK } from "./check_configuration.ts";
export { GIT_CHECK } from "./check_git.ts";
export { INDEX_CHECK, RECORDS_CHECK } from "./check_index.ts";
export { findFolderProblem } from "./find_folder_problem.ts";
export type { CheckedFinding, Finding, FindingLevel } from "./finding.ts";
export { runChecks } from "./run_checks.ts";
export type { TreeCheck, TreePlace } from "./tree_check.ts";
export { resolveRoot } from "../../tree/mod.ts";
export { listStateFolders } from "../../machine/mod.ts";
export type { DatabaseCondition, DatabaseHealth } from "./inspect_database.ts";
export { type EmbedderHealth, inspectEmbedder } from "./inspect_embedder.ts";
export { type GitHealth, inspectGit } from "./inspect_git.ts";
export { inspectIndex } from "./inspect_index.ts";
export type { IndexFacts } from "../../index/mod.ts";
export { inspectState, type StateFacts } from "./inspect_state.ts";
export { tryWatching, type WatchingHealth } from "./try_watching.ts";
