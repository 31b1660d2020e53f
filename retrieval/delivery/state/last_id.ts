import type { State } from "./open_state.ts";

const LAST_ID = `SELECT max(coalesce((SELECT max(id) FROM records), 0),
  coalesce((SELECT max(record) FROM pruned), 0))`;

/** Returns the highest number that a record has had, 0 for none, in the caller's transaction. */
export function lastId(state: State): number {
  return (state.statement(LAST_ID).get() as unknown as [number])[0];
}
