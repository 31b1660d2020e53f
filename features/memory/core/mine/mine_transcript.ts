import type { SessionEvent } from "@dossier/core/metrics";
import { findFoundFiles } from "./found_files.ts";
import { findFixedCommands } from "./fixed_commands.ts";
import { type FindMinedFile, type ProposedObservation, selectDistinct } from "./proposal.ts";
import { findSolvedTask } from "./solved_task.ts";
import { findSummaries } from "./session_summary.ts";
import { findStatedRules } from "./stated_rules.ts";

/**
 * Returns the observations in the events of a session by rules, at most {@link MAX_PROPOSALS}:
 * statements of the user first, then the solution of its task, fixes of failed commands, files that
 * were hard to find, and its summary. Equal events have equal results.
 *
 * @param events Oldest first, with secrets masked.
 */
export function mineTranscript(
  events: readonly SessionEvent[],
  findFile: FindMinedFile,
): readonly ProposedObservation[] {
  return selectDistinct([
    ...findStatedRules(events, findFile),
    ...findSolvedTask(events, findFile),
    ...findFixedCommands(events, findFile),
    ...findFoundFiles(events, findFile),
    ...findSummaries(events, findFile),
  ]);
}
