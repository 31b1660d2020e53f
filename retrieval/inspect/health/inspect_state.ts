import {
  APPLICATION_ID,
  checkAllRecords,
  findLastSession,
  type LastSession,
  STATE_VERSION,
} from "../../delivery/state/mod.ts";
import { type Connection, type DatabaseHealth, inspectDatabase } from "../../machine/mod.ts";

/**
 * Returns the health of the state in a folder, which need not exist, and whether a newer version of the program wrote
 * it; it changes nothing.
 */
export function inspectState(folder: string): DatabaseHealth<{ readonly isNewer: boolean }> {
  return inspectDatabase(`${folder}/state.db`, (connection) => {
    const version = readStateVersion(connection);
    if (version === STATE_VERSION) checkAllRecords(connection);
    return version === undefined ? undefined : { isNewer: version > STATE_VERSION };
  });
}

/** Returns the session that hooks have noted last; undefined when there is none, or the state can not be read. */
export function inspectActivity(folder: string): LastSession | undefined {
  const { facts } = inspectDatabase(`${folder}/state.db`, (connection) => ({
    // One of another version is brought to this one by whoever writes to it next.
    session: readStateVersion(connection) === STATE_VERSION
      ? findLastSession(connection)
      : undefined,
  }));
  return facts?.session;
}

/** Returns the version of a state of ours; undefined for another file. */
function readStateVersion(connection: Connection): number | undefined {
  const isOurs = connection.findValue<number>("PRAGMA application_id") === APPLICATION_ID;
  return isOurs ? connection.findValue<number>("PRAGMA user_version") : undefined;
}
