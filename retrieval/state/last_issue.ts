import type { Issue } from "@dossier/core";
import type { State } from "./open_state.ts";
import { checkSessionId } from "./session_id.ts";

const SELECT = `SELECT request -> '$.issue' FROM records
  WHERE session = ? AND request ->> '$.issue' IS NOT NULL ORDER BY id DESC LIMIT 1`;

/**
 * Returns the issue of the last bundle of a session, with the work manifest as answers have made it;
 * undefined when none was for an issue.
 *
 * @throws {RetrievalError} `invalid-session`, `state-damaged` and the like.
 */
export function lastIssue(state: State, session: string): Issue | undefined {
  checkSessionId(session);
  return state.read(() => {
    const row = state.statement(SELECT).get(session) as unknown as [string] | undefined;
    return row && state.parse<Issue>(row[0]);
  });
}
