import type { State } from "./open_state.ts";
import { checkSessionId } from "./session_id.ts";

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

/** What a project was like when it was looked at for triggers. */
export interface ProjectMark {
  /** What told the RFC in progress apart. */
  readonly rfc: string;
  /** Name of the newest commit; absent without a repository. */
  readonly head?: string | undefined;
  /** Files that were changed later had not been looked at; in milliseconds since 1970, absent when it is not known. */
  readonly time?: number | undefined;
}

/** How far what a session did, and what was done to its project, has been looked at for triggers. */
export interface RefreshMark extends ProjectMark {
  /** Number of the last event that was looked at; 0 for none. */
  readonly activity: number;
  /** Turns up to that. */
  readonly turns: number;
  /** Whether a trigger waits until enough time has passed. */
  readonly isWaiting: boolean;
}

/** Events of a session that are looked at, from the last ones. */
const MAX_EVENTS = 1000;

const INSERT = `INSERT INTO session_activity (session, time, kind, value, hash, tokens)
  VALUES (?, ?, ?, ?, ?, ?)`;
const SELECT = `SELECT id, time, kind, value, hash, tokens FROM session_activity
  WHERE session = ? AND id > ? ORDER BY id DESC LIMIT ${MAX_EVENTS}`;
const COUNT_TURNS = `SELECT count(*) FROM session_activity
  WHERE session = ? AND kind = 'turn' AND id > ?`;
const SELECT_MARK =
  "SELECT activity, turns, rfc, head, time, waiting FROM tier_refreshes WHERE session = ?";
const UPSERT_MARK = `INSERT OR REPLACE INTO tier_refreshes
  (session, activity, turns, rfc, head, time, waiting) VALUES (?, ?, ?, ?, ?, ?, ?)`;

/**
 * Records what a session did.
 *
 * @param isWanted Asked once nothing is in the way any more: whether it is still to be recorded.
 * @throws {RetrievalError} `invalid-session`, and what `openState` throws.
 */
export function appendActivity(
  state: State,
  session: string,
  events: readonly ActivityEvent[],
  isWanted: () => boolean = () => true,
): void {
  checkSessionId(session);
  state.write(() => {
    if (!isWanted()) return;
    for (const { kind, value, hash = null, tokens = null } of events) {
      state.statement(INSERT).run(session, state.now(), kind, value, hash, tokens);
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
 *
 * @throws {RetrievalError} As {@link appendActivity}.
 */
export function appendActivityOnce(
  state: State,
  session: string,
  { kind, value, hash, tokens }: ActivityEvent,
): boolean {
  checkSessionId(session);
  return state.write(() => {
    const inserted = state.statement(INSERT_ONCE)
      .run(session, state.now(), kind, value, hash ?? null, tokens ?? null);
    return Number(inserted.changes) > 0;
  });
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

/**
 * Records what sessions did earlier, each once, however often it is recorded.
 *
 * @throws {RetrievalError} As {@link appendActivity}.
 */
export function appendLateActivity(state: State, all: readonly LateActivity[]): void {
  for (const { session } of all) checkSessionId(session);
  state.write(() => {
    for (const { id, session, time, events } of all) {
      if (Number(state.statement(INSERT_LATE).run(id).changes) === 0) continue;
      for (const { kind, value } of events) {
        state.statement(INSERT).run(session, time, kind, value, null, null);
      }
    }
  });
}

/** Returns what a session did behind a numbered event, oldest first, and how many turns that were. */
export function readActivity(
  state: State,
  session: string,
  after: number,
): {
  readonly events: readonly RecordedActivity[];
  readonly turns: number;
} {
  return state.read(() => ({
    events: state.rows<RecordedActivity>(SELECT, session, after).reverse(),
    turns: state.findValue<number>(COUNT_TURNS, session, after)!,
  }));
}

/** Returns how far what a session did has been looked at; undefined when it never was. */
export function findRefreshMark(state: State, session: string): RefreshMark | undefined {
  type Row = RefreshMark & { readonly waiting: number };
  const [row] = state.read(() => state.rows<Row>(SELECT_MARK, session));
  if (row === undefined) return undefined;
  const { waiting, ...mark } = row;
  return { ...mark, isWaiting: waiting === 1 };
}

/** Notes how far what a session did has been looked at, in the caller's transaction. */
export function writeRefreshMark(
  state: State,
  session: string,
  { activity, turns, rfc, head, time, isWaiting }: RefreshMark,
): void {
  state.statement(UPSERT_MARK)
    .run(session, activity, turns, rfc, head ?? null, time ?? null, isWaiting ? 1 : 0);
}
