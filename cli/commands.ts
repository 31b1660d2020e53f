import type { AnyOperation, Command, StandaloneCommand } from "@dossier/retrieval/operation";
import { IS_BUNDLED } from "@dossier/retrieval/program";
import { findCommandOperation, loadOperations } from "@dossier/server/operations";
import { toCommand, toOperationCommand } from "./operation_command.ts";
import { COMMAND_ROWS } from "./records/mod.ts";

/** Returns the command with a name, or undefined. Loads only the record of the command. */
export async function findCommand(name: string): Promise<Command | undefined> {
  const own = COMMAND_ROWS.find((row) => row.name === name);
  if (own !== undefined) return listAvailable([await own.load()])[0];
  const operation = await findCommandOperation(name);
  const commands = operation === undefined
    ? await loadFeatureCommands(name)
    : listOperationCommands(operation);
  return commands.find((each) => each.name === name);
}

/** Returns all commands, in the order of the help. */
export async function loadCommands(): Promise<readonly Command[]> {
  const operations = await loadOperations();
  return [
    ...operations.flatMap(listOperationCommands),
    ...await loadFeatureCommands(),
    ...listAvailable(await Promise.all(COMMAND_ROWS.map(({ load }) => load()))),
  ];
}

/** Returns the commands of an operation. */
function listOperationCommands(operation: AnyOperation): readonly Command[] {
  return (operation.commands ?? []).map((binding) =>
    toCommand(toOperationCommand(operation, binding))
  );
}

/**
 * Returns the commands of all features, or those of the feature with a command of the given name.
 */
async function loadFeatureCommands(name?: string): Promise<readonly Command[]> {
  const { FEATURES } = await import("@dossier/features");
  const { toFeatureCommand } = await import("./feature_command.ts");
  const loading = FEATURES.map(({ commands }) =>
    name === undefined || commands?.names.includes(name) ? commands?.load() : undefined
  );
  return (await Promise.all(loading)).flatMap((commands) => commands?.map(toFeatureCommand) ?? []);
}

/** Returns the commands that are available in this form of the program. */
function listAvailable(commands: readonly StandaloneCommand[]): readonly Command[] {
  return commands.filter(({ needsSources = false }) => !needsSources || !IS_BUNDLED)
    .map(({ options = [], ...command }) => ({ ...command, options }));
}
