/**
 * All operations that the edges know: those of the engine and those of the features. The command line asks here as
 * well.
 *
 * @module
 */

import type { AnyOperation, OperationRow } from "@dossier/retrieval/operation";
import { OPERATIONS } from "@dossier/retrieval/operations";

/** Returns the rows of all operations, in the order of help and of the document of the API. */
async function listRows(): Promise<readonly OperationRow[]> {
  // Imported only here: most calls are of what the engine has itself.
  const { FEATURES } = await import("@dossier/features");
  return [...OPERATIONS, ...FEATURES.flatMap(({ operations = [] }) => operations)];
}

async function findRow(
  matches: (row: OperationRow) => boolean,
): Promise<OperationRow | undefined> {
  const own: readonly OperationRow[] = OPERATIONS;
  return own.find(matches) ?? (await listRows()).find(matches);
}

/** Returns the operation with a command of this name; undefined when there is none. */
export async function findAsked(command: string): Promise<AnyOperation | undefined> {
  return await (await findRow(({ commands = [] }) => commands.includes(command)))?.load();
}

/**
 * Returns the operation with a name.
 *
 * @throws {RangeError} When there is none.
 */
export async function loadOperation(name: string): Promise<AnyOperation> {
  const operation = await (await findRow((row) => row.name === name))?.load();
  if (operation !== undefined) return operation;
  throw new RangeError(`Cannot ask for "${name}" as there is no such operation`);
}

/** Returns all operations. */
export async function loadOperations(): Promise<readonly AnyOperation[]> {
  return await Promise.all((await listRows()).map(({ load }) => load()));
}
