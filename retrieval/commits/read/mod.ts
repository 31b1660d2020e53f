/**
 * Reads commits from git.
 *
 * @module
 */

export {
  type CommitsReadOutcome,
  findTip,
  isAncestor,
  readCommits,
  readMessages,
  spawnGit,
} from "./read_commits.ts";
