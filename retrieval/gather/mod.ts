/**
 * What agents gather while they work, for orchestrators that give them their tools: files, matches, what commands
 * write, and the prompts of command files. Nothing that is excluded or outside of the root is read, secrets are masked,
 * and nothing is run that the caller does not permit.
 *
 * @module
 */

export { expandCommandFile, type ExpandCommandOptions } from "./expand_command_file.ts";
export {
  type CommandListing,
  type CommandPlaces,
  type InstalledPlugin,
  listCommands,
} from "./find_commands.ts";
export { gatherExecution, type ShellCall, type ShellOptions } from "./gather_execution.ts";
export { gatherFile, type GatherOptions } from "./gather_file.ts";
export { gatherMatches, type GrepOptions } from "./gather_matches.ts";
export { type GatherTree, type GatherTreeChoice, openGatherTree } from "./gather_tree.ts";
