import type { State } from "./open_state.ts";
import { checkSessionId } from "./session_id.ts";

/** One who is given context again and again; begins with its first record. */
export interface Session {
  /** What its owner calls it. */
  readonly id: string;
  /** Id of the issue that it was given context for last; absent when there was none. */
  readonly issueId?: string;
  /** When its first record was written, as an ISO 8601 instant. */
  readonly createdAt: string;
  /** When its last record was written, as an ISO 8601 instant. */
  readonly updatedAt: string;
  /** How many rounds of requests have been answered. */
  readonly rounds: number;
}

const COLUMNS = `id, issue, created_at, updated_at,
  (SELECT count(*) FROM records WHERE session = sessions.id AND round IS NOT NULL)`;
const SELECT = `SELECT ${COLUMNS} FROM sessions WHERE id = ?`;
const LIST = `SELECT ${COLUMNS} FROM sessions ORDER BY updated_at DESC, id LIMIT ?`;
const COUNT_ROUNDS = "SELECT count(*) FROM records WHERE session = ? AND round IS NOT NULL";

type Row = [
  id: string,
  issue: string | null,
  createdAt: number,
  updatedAt: number,
  rounds: number,
];

/**
 * Returns the session with this id, or undefined when nothing has been recorded for it.
 *
 * @throws {RetrievalError} `invalid-session`, `state-damaged` and the like.
 */
export function findSession(state: State, id: string): Session | undefined {
  checkSessionId(id);
  return state.read(() => {
    const row = state.statement(SELECT).get(id) as unknown as Row | undefined;
    return row && toSession(state, row);
  });
}

/**
 * Returns sessions, the one that was written to last first.
 *
 * @param limit Most sessions.
 * @throws {RetrievalError} `state-damaged` and the like.
 */
export function listSessions(state: State, limit: number): Session[] {
  return state.read(() => {
    const rows = state.statement(LIST).all(limit) as unknown as Row[];
    return rows.map((row) => toSession(state, row));
  });
}

/**
 * Returns how many rounds of requests of a session have been answered.
 *
 * @throws {RetrievalError} `invalid-session`, `state-damaged` and the like.
 */
export function roundsOf(state: State, session: string): number {
  checkSessionId(session);
  return state.read(() => (state.statement(COUNT_ROUNDS).get(session) as unknown as [number])[0]);
}

function toSession(state: State, [id, issue, createdAt, updatedAt, rounds]: Row): Session {
  return {
    id,
    ...(issue !== null && { issueId: issue }),
    createdAt: state.instant(createdAt),
    updatedAt: state.instant(updatedAt),
    rounds,
  };
}
