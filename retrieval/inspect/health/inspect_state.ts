import type { Connection } from "../../machine/mod.ts";
import { APPLICATION_ID, STATE_MIGRATIONS } from "../../delivery/state/mod.ts";
import { type DatabaseHealth, inspectDatabase } from "./inspect_database.ts";

/** What a state file says of itself. */
export interface StateFacts {
  /** Whether a newer version of the program wrote it. */
  readonly isNewer: boolean;
}

/**
 * Returns the health of the state in a folder, and changes nothing.
 *
 * @param folder Absolute path of the state folder; it need not exist.
 */
export function inspectState(folder: string): DatabaseHealth<StateFacts> {
  return inspectDatabase(`${folder}/state.db`, readFacts);
}

function readFacts(connection: Connection): StateFacts | undefined {
  const number = (sql: string) => (connection.statement(sql).get() as unknown as [number])[0];
  if (number("PRAGMA application_id") !== APPLICATION_ID) return undefined;
  return { isNewer: number("PRAGMA user_version") > STATE_MIGRATIONS.length };
}
