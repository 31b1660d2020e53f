/**
 * Reads commits from git.
 *
 * @module
 */

export {
  type CommitsReading,
  findTip,
  isAncestor,
  readCommits,
  readMessages,
  spawnGit,
} from "./read_commits.ts";
