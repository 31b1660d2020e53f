import { checkIndexValues, type IndexFacts, readIndexFacts } from "../../index/mod.ts";
import type { Connection } from "../../machine/mod.ts";
import { type DatabaseHealth, inspectDatabase, type InspectOptions } from "./inspect_database.ts";

/**
 * Returns the health of the index in a state folder, and changes nothing.
 *
 * @param folder Absolute path; it need not exist.
 */
export function inspectIndex(
  folder: string,
  { isDeep }: InspectOptions = {},
): DatabaseHealth<IndexFacts> {
  const read = (connection: Connection) => {
    const facts = readIndexFacts(connection);
    if (isDeep && facts?.isCurrent) checkIndexValues(connection);
    return facts;
  };
  return inspectDatabase(`${folder}/index.db`, read, { isDeep });
}
