import type { Connection } from "../../machine/mod.ts";
import type { RecordedActivity } from "./session_activity.ts";

/** What the session did that a host has told of last. */
export interface LastSession {
  readonly id: string;
  /** Its events, oldest first; of a long one the last. */
  readonly events: readonly RecordedActivity[];
}

/** Events that are looked at. */
const MAX_LAST_EVENTS = 1000;

/** Only hooks note these. */
const SELECT_LAST = `SELECT session FROM session_activity
  WHERE kind IN ('start', 'read', 'edit', 'compaction', 'told', 'end') ORDER BY id DESC LIMIT 1`;
const SELECT_EVENTS = `SELECT id, time, kind, value, tokens FROM session_activity
  WHERE session = ? ORDER BY id DESC LIMIT ${MAX_LAST_EVENTS}`;

/** Returns the session that hooks have noted something of last; undefined when they have noted nothing. */
export function findLastSession(state: Connection): LastSession | undefined {
  const session = state.findValue<string>(SELECT_LAST);
  if (session === undefined) return undefined;
  type Row = [number, number, RecordedActivity["kind"], string, number | null];
  const rows = state.listRows<Row>(SELECT_EVENTS, session);
  const events = rows.reverse().map(([id, time, kind, value, tokens]) => ({
    ...{ id, time, kind, value },
    ...(tokens === null ? {} : { tokens }),
  }));
  return { id: session, events };
}
