import {
  APPLICATION_ID,
  checkAllRecords,
  findLastSession,
  type LastSession,
  STATE_VERSION,
} from "../../delivery/state/mod.ts";
import { type Connection, type DatabaseHealth, inspectDatabase } from "../../machine/mod.ts";

/**
 * Returns the health of the state in a folder, which need not exist, and whether a newer version of
 * the program wrote it. It changes nothing.
 */
export function inspectState(folder: string): DatabaseHealth<{ readonly isNewer: boolean }> {
  return inspectDatabase(`${folder}/state.db`, (connection) => {
    const version = readStateVersion(connection);
    if (version === STATE_VERSION) checkAllRecords(connection);
    return version === undefined ? undefined : { isNewer: version > STATE_VERSION };
  });
}

/**
 * Returns the session with the last event of a hook, or `undefined` when there is none, or the
 * state cannot be read.
 */
export function inspectActivity(folder: string): LastSession | undefined {
  const { facts } = inspectDatabase(`${folder}/state.db`, (connection) => ({
    // A state of another version is migrated by the next process that writes to it.
    session: readStateVersion(connection) === STATE_VERSION
      ? findLastSession(connection)
      : undefined,
  }));
  return facts?.session;
}

/** Returns the version of a state file, or `undefined` for another file. */
function readStateVersion(connection: Connection): number | undefined {
  const isOurs = connection.findValue<number>("PRAGMA application_id") === APPLICATION_ID;
  return isOurs ? connection.findValue<number>("PRAGMA user_version") : undefined;
}
