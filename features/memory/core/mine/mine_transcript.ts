import type { SessionEvent } from "@dossier/core/metrics";
import { findFoundFiles } from "./found_files.ts";
import { findMendedCommands } from "./mended_commands.ts";
import { type FindMinedFile, keepDistinct, type ProposedObservation } from "./proposal.ts";
import { findSolvedTask } from "./solved_task.ts";
import { findSummaries } from "./session_summary.ts";
import { findStatedRules } from "./stated_rules.ts";

/**
 * Returns what the events of a session teach of its project by rules, at most {@link MAX_PROPOSALS}: what the user stated
 * first, then where its task was solved, what mended failing commands, which files were hard to find, and what the session says of itself. For equal
 * events it is equal.
 *
 * @param events Oldest first, with secrets masked.
 */
export function mineTranscript(
  events: readonly SessionEvent[],
  findFile: FindMinedFile,
): readonly ProposedObservation[] {
  return keepDistinct([
    ...findStatedRules(events, findFile),
    ...findSolvedTask(events, findFile),
    ...findMendedCommands(events, findFile),
    ...findFoundFiles(events, findFile),
    ...findSummaries(events, findFile),
  ]);
}
