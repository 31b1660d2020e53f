import { fileCondition } from "../../machine/mod.ts";
import { INCREMENTAL, type State } from "./open_state.ts";

/** Pages that are given back at once, in less than a tenth of a second, so that others write in between. */
const STEP_PAGES = 2000;

/** How SQLite says that the runtime, without all permissions, does not let it write a file anew. */
const NO_REWRITE_REGEXP = /too many attached databases/;

/**
 * Gives the room of what was deleted back to the disk, and returns whether it could: a full disk or
 * another process that holds the file is in the way, and of a file of an earlier version the runtime. The
 * room is then used by what is written next.
 */
export function compactState(state: State): boolean {
  const number = (sql: string) => (state.statement(sql).get() as unknown as [number])[0];
  try {
    if (number("PRAGMA auto_vacuum") !== INCREMENTAL) {
      state.execute(`PRAGMA auto_vacuum = ${INCREMENTAL}; VACUUM`);
    }
    while (number("PRAGMA freelist_count") > 0) {
      // As a query, as `exec` of the runtime gives back a single page.
      state.statement(`PRAGMA incremental_vacuum(${STEP_PAGES})`).all();
    }
    // Only this makes the file itself smaller.
    state.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    return true;
  } catch (error) {
    const condition = fileCondition(error);
    const isHindered = condition === "busy" || condition === "full" ||
      (error instanceof Error && NO_REWRITE_REGEXP.test(error.message));
    if (isHindered) return false;
    throw error;
  }
}
