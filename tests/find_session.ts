import type { StateStore } from "../retrieval/delivery/state/state_store.ts";

const SELECT = `SELECT id, issue AS issueId, created_at AS createdAt, updated_at AS updatedAt,
  (SELECT count(*) FROM records WHERE session = sessions.id AND round IS NOT NULL) AS rounds
  FROM sessions WHERE id = ?`;

/** Session in the state; times are milliseconds since 1970. */
export interface StoredSession {
  readonly id: string;
  /** ID of the issue for which it last received context; absent without one. */
  readonly issueId?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Number of answered rounds of requests. */
  readonly rounds: number;
}

/** Returns the session with this ID, or undefined when nothing is recorded for it. */
export async function findSession(
  state: StateStore,
  id: string,
): Promise<StoredSession | undefined> {
  return await state.read((sql) => sql.get<StoredSession>(SELECT, id));
}
