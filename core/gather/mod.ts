/**
 * What agents gather while they work: files, matches and what commands write, each as a model reads it, and the
 * prompts of command files, expanded.
 *
 * @module
 */

export {
  type AgentFile,
  chooseByName,
  type CommandFile,
  type CommandOrigin,
  type CommandPlace,
  readAgentFile,
  readCommandFile,
} from "./command_file.ts";
export * from "./execution.ts";
export * from "./expand_command.ts";
export * from "./file_lines.ts";
export * from "./file_matches.ts";
export * from "./gather_style.ts";
export { permitsShell } from "./permits_shell.ts";
export { splitWords, toShellScript } from "./shell_text.ts";
