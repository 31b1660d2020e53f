/**
 * What a session, commits and issues teach of a project, found by rules and never by guessing. Pure functions; nothing
 * that they return is kept before somebody has looked at it.
 *
 * `proposal.ts` has what is proposed. `mine_transcript.ts` calls the rules for a session: `stated_rules.ts` (what the
 * user said), `solved_task.ts` (where the task was solved), `mended_commands.ts` over `command_run.ts` (what failed and what helped), `found_files.ts` (what was hard to
 * find) and `session_summary.ts`. `mine_commits.ts` and `mine_issue.ts` read what people wrote. All of them take whole
 * sentences, by `plain_words.ts` and `said_sentences.ts`, of texts that nobody vouches for.
 *
 * @module
 */

export { mineCommits, type MinedCommit } from "./mine_commits.ts";
export { type MinedIssue, mineIssue } from "./mine_issue.ts";
export { mineTranscript } from "./mine_transcript.ts";
export {
  type FindMinedFile,
  keepDistinct,
  MAX_PROPOSALS,
  type MinedFile,
  type ProposedObservation,
} from "./proposal.ts";
