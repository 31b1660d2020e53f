import type { Issue } from "@dossier/core";
import type { InjectionKind } from "./injection.ts";
import type { State } from "./open_state.ts";
import { readRequest, type RequestColumns } from "./read_injections.ts";
import { checkSessionId } from "./session_id.ts";

const SELECT_IDS = "SELECT id FROM sessions ORDER BY updated_at DESC, id LIMIT ?";
const SELECT_ISSUES = `SELECT id, kind, request, texts FROM records
  WHERE session = ? AND request ->> '$.issue' IS NOT NULL`;
const SELECT_LAST = `${SELECT_ISSUES} ORDER BY id DESC LIMIT 1`;
const SELECT_SENT = `${SELECT_ISSUES} AND NOT
  (kind = 'answer' AND EXISTS (SELECT 1 FROM withdrawn WHERE record = records.id)) ORDER BY id`;

type IssueRow = RequestColumns & { readonly kind: InjectionKind };

/** Returns the ids of at most `limit` sessions, the one that was given something last first. */
export function listSessions(state: State, limit: number): string[] {
  return state.read(() => state.rows<{ id: string }>(SELECT_IDS, limit).map(({ id }) => id));
}

/**
 * Returns the issue of the last bundle of a session, with the work manifest as answers have made it;
 * undefined when none was for an issue.
 *
 * @throws {RetrievalError} `invalid-session`, `state-damaged` and the like.
 */
export function lastIssue(state: State, session: string): Issue | undefined {
  checkSessionId(session);
  return state.read(() => {
    const [row] = state.rows<IssueRow>(SELECT_LAST, session);
    return row && readRequest(state, row).issue;
  });
}

/**
 * Returns the files that a session was granted for an issue, or before it had any, as each answer did.
 *
 * An answer has the manifest as it has become, which is more than the one before it by what was granted.
 * One that was withdrawn has granted nothing, as nobody was told.
 *
 * @throws {RetrievalError} `invalid-session`, `state-damaged` and the like.
 */
export function grantedFiles(
  state: State,
  session: string,
  issue: Pick<Issue, "id" | "title">,
): readonly (readonly string[])[] {
  checkSessionId(session);
  const grants: (readonly string[])[] = [];
  let before: Issue | undefined;
  for (const row of state.read(() => state.rows<IssueRow>(SELECT_SENT, session))) {
    const given = readRequest(state, row).issue!;
    const name = nameOf(given);
    const known = before && nameOf(before) === name ? before.manifest?.primary ?? [] : [];
    before = given;
    const granted = given.manifest?.primary.filter((path) => !known.includes(path)) ?? [];
    const isWanted = row.kind === "answer" && (name === nameOf(issue) || name === "");
    if (isWanted && granted.length > 0) grants.push(granted);
  }
  return grants;
}

/** Returns what tells an issue from others of its session; empty for what was granted without one. */
function nameOf({ id, title }: Pick<Issue, "id" | "title">): string {
  return id === "" ? title : id;
}
