import type { StateStore } from "./state_store.ts";
import { checkSessionId } from "./session_id.ts";
import type { Connection } from "../../machine/mod.ts";

/** Something that a session did, or that was done with it. */
export interface ActivityEvent {
  /** The first five are what triggers go by; the others are what hosts tell, and what it was told at an event. */
  readonly kind:
    | ("turn" | "tool" | "commit" | "file" | "prompt")
    | ("start" | "read" | "edit" | "compaction" | "told" | "end");
  /**
   * Name of the tool, message of the commit, path of the file, the prompt, how it began or ended, what it was told
   * of; of a turn nothing.
   */
  readonly value: string;
  /** SHA-256 of a file whose every line the session has seen or written, and of what it was told. */
  readonly hash?: string;
  /** Of what it was told. */
  readonly tokens?: number;
}

/** An event as it is recorded. */
export interface RecordedActivity extends ActivityEvent {
  /** Number of the event, from 1, of all sessions. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Events of a session that are looked at, from the last ones. */
const MAX_EVENTS = 1000;

const INSERT = `INSERT INTO session_activity (session, time, kind, value, hash, tokens)
  VALUES (?, ?, ?, ?, ?, ?)`;
const SELECT = `SELECT id, time, kind, value, hash, tokens FROM session_activity
  WHERE session = ? AND id > ? ORDER BY id DESC LIMIT ${MAX_EVENTS}`;
const COUNT_TURNS = `SELECT count(*) FROM session_activity
  WHERE session = ? AND kind = 'turn' AND id > ?`;
/**
 * Records what a session did.
 *
 * @param isWanted Asked once nothing is in the way any more: whether it is still to be recorded.
 */
export async function appendActivity(
  state: StateStore,
  session: string,
  events: readonly ActivityEvent[],
  isWanted: () => boolean = () => true,
): Promise<void> {
  checkSessionId(session);
  await state.write(async (sql) => {
    if (!isWanted()) return;
    for (const { kind, value, hash = null, tokens = null } of events) {
      await sql.run(INSERT, session, state.now(), kind, value, hash, tokens);
    }
  });
}

/** What was told before a compaction is not there any more. */
const INSERT_ONCE = `INSERT INTO session_activity (session, time, kind, value, hash, tokens)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (SELECT 1 FROM session_activity
    WHERE session = ?1 AND kind = ?3 AND value = ?4 AND hash IS ?5 AND id > coalesce(
      (SELECT max(id) FROM session_activity WHERE session = ?1 AND kind = 'compaction'), 0))`;

/**
 * Records what a session was told, unless it was told just that since the last compaction; returns whether it was
 * recorded. Of two that would tell it at the same time, one does.
 */
export async function appendActivityOnce(
  state: StateStore,
  session: string,
  { kind, value, hash, tokens }: ActivityEvent,
): Promise<boolean> {
  checkSessionId(session);
  const { changes } = await state.write((sql) =>
    sql.run(INSERT_ONCE, session, state.now(), kind, value, hash ?? null, tokens ?? null)
  );
  return changes > 0;
}

const INSERT_LATE = "INSERT OR IGNORE INTO late_activity (id) VALUES (?)";

/** What a session did when nobody could write it down in time. */
export interface LateActivity {
  /** What tells it apart from all others. */
  readonly id: string;
  readonly session: string;
  /** When, in milliseconds since 1970. */
  readonly time: number;
  readonly events: readonly ActivityEvent[];
}

/** Records what sessions did earlier, each once, however often it is recorded. */
export async function appendLateActivity(
  state: StateStore,
  all: readonly LateActivity[],
): Promise<void> {
  for (const { session } of all) checkSessionId(session);
  await state.write(async (sql) => {
    for (const { id, session, time, events } of all) {
      if ((await sql.run(INSERT_LATE, id)).changes === 0) continue;
      for (const { kind, value } of events) {
        await sql.run(INSERT, session, time, kind, value, null, null);
      }
    }
  });
}

/** Returns what a session did behind a numbered event, oldest first, and how many turns that were. */
export async function readActivity(
  state: StateStore,
  session: string,
  after: number,
): Promise<{ readonly events: readonly RecordedActivity[]; readonly turns: number }> {
  return await state.read(async (sql) => ({
    events: (await sql.all<RecordedActivity>(SELECT, session, after)).reverse(),
    turns: (await sql.value<number>(COUNT_TURNS, session, after))!,
  }));
}

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
    id,
    time,
    kind,
    value,
    ...(tokens === null ? {} : { tokens }),
  }));
  return { id: session, events };
}
