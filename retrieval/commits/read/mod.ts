/**
 * Reads commits from git.
 *
 * @module
 */

export { findTip, isAncestor, readCommits, type ReadOutcome, spawnGit } from "./read_commits.ts";
