import { checksum, type ColumnValue, RetrievalError } from "../../../machine/mod.ts";

/**
 * Checks that the values read from a row are those that were written.
 *
 * @param subject Name of the row, for people.
 * @throws {RetrievalError} `index-damaged` when they differ. The index is rebuilt then.
 */
export function checkRow(subject: string, sum: number, ...values: readonly ColumnValue[]): void {
  if (checksum(...values) === sum) return;
  throw new RetrievalError(
    "index-damaged",
    `Cannot read ${subject} as it was changed after it was written`,
  );
}
