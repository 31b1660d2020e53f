/**
 * All operations that the edges know: those of the engine and those of the features. The command line asks here as
 * well.
 *
 * @module
 */

import { type AnyOperation, type OperationRow, withParts } from "@dossier/retrieval/operation";
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

/** The operations that features add to, with what they add. */
const completed = new Map<string, Promise<AnyOperation>>();

/** Returns the operation of a row, with what features add to it. */
function load(row: OperationRow): Promise<AnyOperation> {
  if (row.isOpen !== true) return row.load();
  const loading = completed.get(row.name) ?? complete(row);
  completed.set(row.name, loading);
  return loading;
}

async function complete({ name, load }: OperationRow): Promise<AnyOperation> {
  const { FEATURES } = await import("@dossier/features");
  const parts = FEATURES.map(({ parts }) => parts?.[name]?.());
  const added = (await Promise.all(parts)).filter((part) => part !== undefined);
  return withParts(await load(), added);
}

/** Returns the operation with a command of this name; undefined when there is none. */
export async function findAsked(command: string): Promise<AnyOperation | undefined> {
  const row = await findRow(({ commands = [] }) => commands.includes(command));
  return row && await load(row);
}

/** The operations that were asked for by name: to find one among its modules again takes as long as to read a request. */
const loaded = new Map<string, AnyOperation>();

/**
 * Returns the operation with a name.
 *
 * @throws {RangeError} When there is none.
 */
export async function loadOperation(name: string): Promise<AnyOperation> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const row = await findRow((row) => row.name === name);
  if (row === undefined) {
    throw new RangeError(`Cannot call "${name}" as there is no such operation`);
  }
  const operation = await load(row);
  loaded.set(name, operation);
  return operation;
}

/** Returns all operations. */
export async function loadOperations(): Promise<readonly AnyOperation[]> {
  return await Promise.all((await listRows()).map(load));
}
