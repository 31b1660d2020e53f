/**
 * Reads commits from git.
 *
 * @module
 */

export { type CommitsReading, findTip, isAncestor, readCommits, spawnGit } from "./read_commits.ts";
export { readMessages } from "./read_messages.ts";
