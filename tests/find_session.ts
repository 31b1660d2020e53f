import type { StateStore } from "../retrieval/delivery/state/state_store.ts";

const SELECT = `SELECT id, issue AS issueId, created_at AS createdAt, updated_at AS updatedAt,
  (SELECT count(*) FROM records WHERE session = sessions.id AND round IS NOT NULL) AS rounds
  FROM sessions WHERE id = ?`;

/** A session as the state has it; times are milliseconds since 1970. */
export interface StoredSession {
  readonly id: string;
  /** Id of the issue that it was given context for last; absent when there was none. */
  readonly issueId?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How many rounds of requests have been answered. */
  readonly rounds: number;
}

/** Returns the session with this id, or undefined when nothing has been recorded for it. */
export async function findSession(
  state: StateStore,
  id: string,
): Promise<StoredSession | undefined> {
  return await state.read((sql) => sql.get<StoredSession>(SELECT, id));
}
