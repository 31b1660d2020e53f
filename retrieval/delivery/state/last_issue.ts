import type { Issue } from "@dossier/core";
import type { State } from "./open_state.ts";
import { readRequest } from "./read_record_parts.ts";
import { checkSessionId } from "./session_id.ts";

const SELECT = `SELECT id, request, texts FROM records
  WHERE session = ? AND request ->> '$.issue' IS NOT NULL ORDER BY id DESC LIMIT 1`;

type Row = [id: number, request: string, texts: number];

/**
 * Returns the issue of the last bundle of a session, with the work manifest as answers have made it;
 * undefined when none was for an issue.
 *
 * @throws {RetrievalError} `invalid-session`, `state-damaged` and the like.
 */
export function lastIssue(state: State, session: string): Issue | undefined {
  checkSessionId(session);
  return state.read(() => {
    const row = state.statement(SELECT).get(session) as unknown as Row | undefined;
    if (row === undefined) return undefined;
    const [id, request, texts] = row;
    return readRequest(state, { id, request, texts }).issue;
  });
}
