/**
 * Finds observations in sessions, commits and issues by rules, never by guessing. Pure functions;
 * their results are stored only after a review.
 *
 * `proposal.ts` has the form of a proposal. `mine_transcript.ts` applies the rules for a session:
 * `stated_rules.ts` (statements of the user), `solved_task.ts` (the solution of the task),
 * `fixed_commands.ts` over `command_run.ts` (failures and their fixes), `found_files.ts` (files
 * that were hard to find) and `session_summary.ts`. `mine_commits.ts` and `mine_issue.ts` read
 * texts of people. All of them use whole sentences, by `plain_words.ts` and
 * `standalone_sentences.ts`, of untrusted texts.
 *
 * @module
 */

export { findErrorLine, listCheckRuns } from "./command_run.ts";
export { mineCommits, type MinedCommit } from "./mine_commits.ts";
export { type MinedIssue, mineIssue } from "./mine_issue.ts";
export { mineTranscript } from "./mine_transcript.ts";
export {
  type FindMinedFile,
  MAX_PROPOSALS,
  type MinedFile,
  type ProposedObservation,
  selectDistinct,
} from "./proposal.ts";
