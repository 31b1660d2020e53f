/**
 * Reads commits from git.
 *
 * @module
 */

export { findTip, isAncestor, readCommits, type ReadOutcome } from "./read_commits.ts";
export { spawnGit } from "./spawn_git.ts";
