import type { Command, OperationRow, OwnCommand } from "@dossier/retrieval/operation";
import { IS_BUNDLED } from "@dossier/retrieval/program";
import { ROWS } from "@dossier/server/operations";
import { COMMAND_ROWS } from "./records/mod.ts";

/** Returns the command with a name; undefined when there is none. Nothing is loaded but its record. */
export async function findCommand(name: string): Promise<Command | undefined> {
  const asking = ROWS.find(({ commands = [] }) => commands.includes(name));
  if (asking !== undefined) return (await loadAsking(asking)).find((each) => each.name === name);
  const own = await COMMAND_ROWS.find((row) => row.name === name)?.load();
  return own === undefined ? undefined : listThere([own])[0];
}

/** Returns all commands, in the order of the help. */
export async function loadCommands(): Promise<readonly Command[]> {
  const asking = await Promise.all(ROWS.map(loadAsking));
  return [
    ...asking.flat(),
    ...listThere(await Promise.all(COMMAND_ROWS.map(({ load }) => load()))),
  ];
}

/** Returns the commands of an operation. */
async function loadAsking(
  { commands = [], load }: OperationRow,
): Promise<readonly Command[]> {
  if (commands.length === 0) return [];
  const operation = await load();
  const { toCommand } = await import("./operation_command.ts");
  return (operation.commands ?? []).map((face) => toCommand(operation, face));
}

/** Returns the commands that there are in this form of the program. */
function listThere(commands: readonly OwnCommand[]): readonly Command[] {
  return commands.filter(({ needsSources = false }) => !needsSources || !IS_BUNDLED)
    .map(({ options = [], ...command }) => ({ ...command, options }));
}
