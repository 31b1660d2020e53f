/**
 * Commits, as git prints them.
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
