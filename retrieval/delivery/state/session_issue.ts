import type { Issue } from "@dossier/core";
import type { State } from "./open_state.ts";
import { readRequest } from "./read_record_parts.ts";
import type { InjectionKind } from "./record.ts";
import { checkSessionId } from "./session_id.ts";

const SELECT = `SELECT id, kind, request, texts FROM records
  WHERE session = ? AND request ->> '$.issue' IS NOT NULL
    AND NOT (kind = 'answer' AND EXISTS (SELECT 1 FROM withdrawn WHERE record = records.id))
  ORDER BY id`;

type Row = [id: number, kind: InjectionKind, request: string, texts: number];

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
  const wanted = nameOf(issue);
  const grants: (readonly string[])[] = [];
  let before: Issue | undefined;
  const rows = state.read(() => state.statement(SELECT).all(session)) as unknown as Row[];
  for (const [id, kind, request, texts] of rows) {
    const given = readRequest(state, { id, request, texts }).issue!;
    const known = before !== undefined && nameOf(before) === nameOf(given)
      ? before.manifest?.primary ?? []
      : [];
    before = given;
    if (kind !== "answer") continue;
    const granted = given.manifest?.primary.filter((path) => !known.includes(path)) ?? [];
    const name = nameOf(given);
    if (granted.length > 0 && (name === wanted || name === "")) grants.push(granted);
  }
  return grants;
}

/** Returns what tells an issue from others of its session; empty for what was granted without one. */
function nameOf({ id, title }: Pick<Issue, "id" | "title">): string {
  return id === "" ? title : id;
}

const SELECT_LAST = `SELECT id, request, texts FROM records
  WHERE session = ? AND request ->> '$.issue' IS NOT NULL ORDER BY id DESC LIMIT 1`;

type LastRow = [id: number, request: string, texts: number];

/**
 * Returns the issue of the last bundle of a session, with the work manifest as answers have made it;
 * undefined when none was for an issue.
 *
 * @throws {RetrievalError} `invalid-session`, `state-damaged` and the like.
 */
export function lastIssue(state: State, session: string): Issue | undefined {
  checkSessionId(session);
  return state.read(() => {
    const row = state.statement(SELECT_LAST).get(session) as unknown as LastRow | undefined;
    if (row === undefined) return undefined;
    const [id, request, texts] = row;
    return readRequest(state, { id, request, texts }).issue;
  });
}
