/**
 * All operations that the edges know: those of the engine and those of the features. The command line asks here as
 * well.
 *
 * @module
 */

import { FEATURES } from "@dossier/features";
import type { AnyOperation, OperationRow } from "@dossier/retrieval/operation";
import { OPERATIONS } from "@dossier/retrieval/operations";

/** The rows of all operations, in the order of help and of the document of the API. */
export const ROWS: readonly OperationRow[] = [
  ...OPERATIONS,
  ...FEATURES.flatMap(({ operations = [] }) => operations),
];

/**
 * Returns the operation with a name.
 *
 * @throws {RangeError} When there is none.
 */
export async function loadOperation(name: string): Promise<AnyOperation> {
  const operation = await ROWS.find((row) => row.name === name)?.load();
  if (operation !== undefined) return operation;
  throw new RangeError(`Cannot ask for "${name}" as there is no such operation`);
}

/** Returns all operations. */
export async function loadOperations(): Promise<readonly AnyOperation[]> {
  return await Promise.all(ROWS.map(({ load }) => load()));
}
