/**
 * All operations that can be requested: those of the engine and those of the features. The command
 * line uses them as well.
 *
 * @module
 */

import { type AnyOperation, type OperationRow, withParts } from "@dossier/retrieval/operation";
import { OPERATIONS } from "@dossier/retrieval/operations";

/** Returns the rows of all operations, in the order of the help and of the document of the API. */
async function listRows(): Promise<readonly OperationRow[]> {
  // Imported only here, as most calls are operations of the engine.
  const { FEATURES } = await import("@dossier/features");
  return [...OPERATIONS, ...FEATURES.flatMap(({ operations = [] }) => operations)];
}

async function findRow(
  matches: (row: OperationRow) => boolean,
): Promise<OperationRow | undefined> {
  const own: readonly OperationRow[] = OPERATIONS;
  return own.find(matches) ?? (await listRows()).find(matches);
}

/** Operations that features extend, with their extensions. */
const completed = new Map<string, Promise<AnyOperation>>();

/** Returns the operation of a row, with the extensions of features. */
function load(row: OperationRow): Promise<AnyOperation> {
  if (row.isExtensible !== true) return row.load();
  const loading = completed.get(row.name) ?? complete(row);
  completed.set(row.name, loading);
  return loading;
}

async function complete({ name, load }: OperationRow): Promise<AnyOperation> {
  const { FEATURES } = await import("@dossier/features");
  const parts = FEATURES.map(({ operationParts }) => operationParts?.[name]?.());
  const added = (await Promise.all(parts)).filter((part) => part !== undefined);
  return withParts(await load(), added);
}

/** Returns the operation that has a command of this name, or undefined. */
export async function findCommandOperation(command: string): Promise<AnyOperation | undefined> {
  const row = await findRow(({ commands = [] }) => commands.includes(command));
  return row && await load(row);
}

/**
 * Operations that were requested by name. Finding one among the modules again would take as long as
 * reading a request.
 */
const loaded = new Map<string, AnyOperation>();

/**
 * Returns the operation with a name.
 *
 * @throws {RangeError} When there is no such operation.
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
