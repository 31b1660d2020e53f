/**
 * Checks everything that answers depend on, and changes nothing.
 *
 * @module
 */

export { findFolderProblem, hasIndex, INDEX_CHECK, RECORDS_CHECK } from "./check_index.ts";
export { inspectActivity } from "./inspect_state.ts";
export {
  type CheckedFinding,
  type CheckTarget,
  type Finding,
  type FindingLevel,
  runChecks,
  type TreeCheck,
} from "./run_checks.ts";
export { CONFIGURATION_CHECK, EMBEDDER_CHECK, GIT_CHECK, WATCHING_CHECK } from "./tree_checks.ts";
export { resolveRoot } from "../../tree/mod.ts";
export { listStateFolders } from "../../machine/mod.ts";
