import { fileCondition } from "../errors.ts";
import { INCREMENTAL, type State } from "./open_state.ts";

/** Pages that are given back at once, so that others may write in between. */
const STEP_PAGES = 2000;

/**
 * Gives the room of what was deleted back to the disk, and returns whether it could: a full disk or
 * another process that holds the file is in the way. The room is then used by what is written next.
 */
export function compactState(state: State): boolean {
  try {
    const number = (sql: string) => (state.statement(sql).get() as unknown as [number])[0];
    if (number("PRAGMA auto_vacuum") !== INCREMENTAL) {
      // A file of an earlier version is written anew once.
      state.execute(`PRAGMA auto_vacuum = ${INCREMENTAL}; VACUUM`);
    }
    while (number("PRAGMA freelist_count") > 0) {
      state.execute(`PRAGMA incremental_vacuum(${STEP_PAGES})`);
    }
    // Only this makes the file itself smaller.
    state.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    return true;
  } catch (error) {
    const condition = fileCondition(error);
    if (condition === "busy" || condition === "full") return false;
    throw error;
  }
}
