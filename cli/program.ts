import { UsageError } from "@dossier/retrieval/operation";
import type { Command, Invocation } from "@dossier/retrieval/operation";
import { parseArguments } from "./arguments/parse_arguments.ts";
import { terminalWidth } from "./terminal/screen.ts";
import { BrokenPipe, printMessage, printResult } from "./terminal/output.ts";
import { findCommand, loadCommands } from "./commands.ts";
import { exitCodeOf, renderFailure, SUCCESS } from "./exit_code.ts";

/** Returns the exit code of the program run with `words` as its arguments, all in this process. */
export function runProgram(words: readonly string[]): Promise<number> {
  return runToExitCode(() => dispatch(words));
}

/** Returns the exit code of `run`, and prints an error in one sentence. */
export async function runToExitCode(run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    const code = await exitCodeOf(error);
    if (!(error instanceof BrokenPipe)) printMessage(renderFailure(error, code));
    return code;
  }
}

async function dispatch([name, ...words]: readonly string[]): Promise<number> {
  if (name === "help" && words.length > 0) return await dispatch([...words.slice(0, 1), "--help"]);
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    const { renderHelp } = await import("./help.ts");
    printResult(renderHelp(await loadCommands(), terminalWidth()));
    return SUCCESS;
  }
  const command = await requireCommand(name);
  return await (command.failsOpen ? run(command, words).catch(() => SUCCESS) : run(command, words));
}

async function run(command: Command, words: readonly string[]): Promise<number> {
  const invocation = parseArguments(command, words);
  if (invocation.has("help")) {
    const { renderCommandHelp } = await import("./help.ts");
    printResult(renderCommandHelp(command, terminalWidth()));
    return SUCCESS;
  }
  const perform = await command.load();
  return await perform(await openRoots(invocation), loadCommands);
}

/** Returns an invocation all of whose roots are folders. */
async function openRoots(invocation: Invocation): Promise<Invocation> {
  const roots = invocation.values("root");
  if (roots.length === 0) return invocation;
  const { isClusterRoot } = await import("@dossier/retrieval/served-roots");
  if (!roots.some(isClusterRoot)) return invocation;
  // Imported only here, as most roots are folders.
  const { openClusterRoots } = await import("./input/cluster_roots.ts");
  return await openClusterRoots(invocation);
}

async function requireCommand(name: string): Promise<Command> {
  const command = await findCommand(name);
  if (command !== undefined) return command;
  const { nearestNames } = await import("@dossier/core/query");
  const names = (await loadCommands()).map((candidate) => candidate.name);
  const [nearest] = nearestNames(name, names, { limit: 1 });
  const guess = nearest === undefined
    ? `the commands are ${names.join(", ")}`
    : `did you mean "${nearest}"?`;
  throw new UsageError(`Cannot run "${name}" as there is no such command: ${guess}`);
}
