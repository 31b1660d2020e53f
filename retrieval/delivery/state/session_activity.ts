import type { StateStore } from "./state_store.ts";
import { checkSessionId } from "./session_id.ts";
import type { Connection } from "../../machine/mod.ts";

/** Event in a session. */
export interface ActivityEvent {
  /**
   * Kind of the event. The first five set off triggers. The others are reported by hosts, or are
   * texts that the session received at an event.
   */
  readonly kind:
    | ("turn" | "tool" | "commit" | "file" | "prompt")
    | ("start" | "read" | "edit" | "compaction" | "told" | "end");
  /**
   * Details of the activity: the name of the tool, the message of the commit, the path of the file,
   * the prompt, the kind of the start or end, or the name of the received text. Empty for a turn.
   */
  readonly value: string;
  /** SHA-256 of a file that the session has read or written as a whole, or of the received text. */
  readonly hash?: string;
  /** Number of tokens of the received text. */
  readonly tokens?: number;
}

/** Recorded event. */
export interface RecordedActivity extends ActivityEvent {
  /** Number of the event among those of all sessions, from 1. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Maximum number of events of a session that are read, the last ones. */
const MAX_EVENTS = 1000;

const INSERT = `INSERT INTO session_activity (session, time, kind, value, hash, tokens)
  VALUES (?, ?, ?, ?, ?, ?)`;
const SELECT = `SELECT id, time, kind, value, hash, tokens FROM session_activity
  WHERE session = ? AND id > ? ORDER BY id DESC LIMIT ${MAX_EVENTS}`;
const COUNT_TURNS = `SELECT count(*) FROM session_activity
  WHERE session = ? AND kind = 'turn' AND id > ?`;
/**
 * Records events of a session.
 *
 * @param shouldRecord Returns true when the events should still be recorded; called when the
 * transaction has begun.
 */
export async function appendActivity(
  state: StateStore,
  session: string,
  events: readonly ActivityEvent[],
  shouldRecord: () => boolean = () => true,
): Promise<void> {
  checkSessionId(session);
  await state.write(async (sql) => {
    if (!shouldRecord()) return;
    for (const { kind, value, hash = null, tokens = null } of events) {
      await sql.run(INSERT, session, state.now(), kind, value, hash, tokens);
    }
  });
}

/** Texts from before a compaction are no longer in the context. */
const INSERT_ONCE = `INSERT INTO session_activity (session, time, kind, value, hash, tokens)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (SELECT 1 FROM session_activity
    WHERE session = ?1 AND kind = ?3 AND value = ?4 AND hash IS ?5 AND id > coalesce(
      (SELECT max(id) FROM session_activity WHERE session = ?1 AND kind = 'compaction'), 0))`;

/**
 * Records a text that a session receives, unless it received the same text since the last
 * compaction; returns true when it was recorded. When two processes would send it at the same time,
 * only one sends it.
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

/** Activity of a session that could not be recorded in time. */
export interface LateActivity {
  /** Unique id. */
  readonly id: string;
  readonly session: string;
  /** Time, in milliseconds since 1970. */
  readonly time: number;
  readonly events: readonly ActivityEvent[];
}

/** Records earlier activity of sessions, each once even if this is called again. */
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

/**
 * Returns the events of a session after a numbered event, oldest first, and the number of turns
 * among them.
 */
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

/** Activity of the most recent session with a host. */
export interface LastSession {
  readonly id: string;
  /** Events, oldest first; the last ones of a long session. */
  readonly events: readonly RecordedActivity[];
}

/** Maximum number of events that are read. */
const MAX_LAST_EVENTS = 1000;

/** Only hooks record these kinds. */
const SELECT_LAST = `SELECT session FROM session_activity
  WHERE kind IN ('start', 'read', 'edit', 'compaction', 'told', 'end') ORDER BY id DESC LIMIT 1`;
const SELECT_EVENTS = `SELECT id, time, kind, value, tokens FROM session_activity
  WHERE session = ? ORDER BY id DESC LIMIT ${MAX_LAST_EVENTS}`;

/**
 * Returns the session with the last event of a hook, or `undefined` when hooks have recorded
 * nothing.
 */
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
