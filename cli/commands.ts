import type { AnyOperation, Command, StandaloneCommand } from "@dossier/retrieval/operation";
import { IS_BUNDLED } from "@dossier/retrieval/program";
import { findAsked, loadOperations } from "@dossier/server/operations";
import { toAskingCommand, toCommand } from "./operation_command.ts";
import { COMMAND_ROWS } from "./records/mod.ts";

/** Returns the command with a name; undefined when there is none. Nothing is loaded but its record. */
export async function findCommand(name: string): Promise<Command | undefined> {
  const own = COMMAND_ROWS.find((row) => row.name === name);
  if (own !== undefined) return listThere([await own.load()])[0];
  const operation = await findAsked(name);
  const commands = operation === undefined
    ? await loadFeatureCommands(name)
    : listAsking(operation);
  return commands.find((each) => each.name === name);
}

/** Returns all commands, in the order of the help. */
export async function loadCommands(): Promise<readonly Command[]> {
  const operations = await loadOperations();
  return [
    ...operations.flatMap(listAsking),
    ...await loadFeatureCommands(),
    ...listThere(await Promise.all(COMMAND_ROWS.map(({ load }) => load()))),
  ];
}

/** Returns the commands that ask an operation. */
function listAsking(operation: AnyOperation): readonly Command[] {
  return (operation.commands ?? []).map((face) => toCommand(toAskingCommand(operation, face)));
}

/** Returns the commands of features, or of the feature that has one of a name. */
async function loadFeatureCommands(name?: string): Promise<readonly Command[]> {
  const { FEATURES } = await import("@dossier/features");
  const { toFeatureCommand } = await import("./feature_command.ts");
  const loading = FEATURES.map(({ commands }) =>
    name === undefined || commands?.names.includes(name) ? commands?.load() : undefined
  );
  return (await Promise.all(loading)).flatMap((commands) => commands?.map(toFeatureCommand) ?? []);
}

/** Returns the commands that there are in this form of the program. */
function listThere(commands: readonly StandaloneCommand[]): readonly Command[] {
  return commands.filter(({ needsSources = false }) => !needsSources || !IS_BUNDLED)
    .map(({ options = [], ...command }) => ({ ...command, options }));
}
