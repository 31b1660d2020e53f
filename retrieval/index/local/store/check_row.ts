import { checksum, type ColumnValue, RetrievalError } from "../../../machine/mod.ts";

/**
 * Checks that what was read is what was written.
 *
 * @param subject What it is, for people.
 * @throws {RetrievalError} `index-damaged` when it is not: the index is made anew.
 */
export function checkRow(subject: string, sum: number, ...values: readonly ColumnValue[]): void {
  if (checksum(...values) === sum) return;
  throw new RetrievalError(
    "index-damaged",
    `Cannot read ${subject} as it was changed after it was written`,
  );
}
