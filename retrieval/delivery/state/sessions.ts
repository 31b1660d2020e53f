import type { Issue } from "@dossier/core";
import type { InjectionKind } from "./injection.ts";
import type { StateStore } from "./state_store.ts";
import { readRequest, type RequestColumns } from "./read_injections.ts";
import { checkSessionId } from "./session_id.ts";

const SELECT_IDS = "SELECT id FROM sessions ORDER BY updated_at DESC, id LIMIT ?";
const SELECT_ISSUES = `SELECT id, kind, request, texts FROM records
  WHERE session = ? AND request ->> '$.issue' IS NOT NULL`;
const SELECT_LAST = `${SELECT_ISSUES} ORDER BY id DESC LIMIT 1`;
const SELECT_SENT = `${SELECT_ISSUES} AND NOT
  (kind = 'answer' AND EXISTS (SELECT 1 FROM withdrawn WHERE record = records.id)) ORDER BY id`;

type IssueRow = RequestColumns & { readonly kind: InjectionKind };

/** Returns the ids of at most `limit` sessions, the one with the last delivery first. */
export async function listSessions(state: StateStore, limit: number): Promise<string[]> {
  const rows = await state.read((sql) => sql.all<{ id: string }>(SELECT_IDS, limit));
  return rows.map(({ id }) => id);
}

/**
 * Returns the issue of the last bundle of a session, with the work manifest that answers may have
 * extended; `undefined` when no bundle was for an issue.
 */
export async function findLastIssue(
  state: StateStore,
  session: string,
): Promise<Issue | undefined> {
  checkSessionId(session);
  return await state.read(async (sql) => {
    const row = await sql.get<IssueRow>(SELECT_LAST, session);
    return row && (await readRequest(state, sql, row)).issue;
  });
}

/**
 * Returns the files that a session was granted for an issue, or before it had an issue: one list
 * for each answer.
 *
 * An answer contains the current manifest: the previous manifest plus the granted files. A
 * withdrawn answer has granted nothing, because it was not sent.
 */
export async function listGrantedFiles(
  state: StateStore,
  session: string,
  issue: Pick<Issue, "id" | "title">,
): Promise<readonly (readonly string[])[]> {
  checkSessionId(session);
  const rows = await state.read(async (sql) => {
    const all: { readonly kind: InjectionKind; readonly given: Issue }[] = [];
    for (const row of await sql.all<IssueRow>(SELECT_SENT, session)) {
      all.push({ kind: row.kind, given: (await readRequest(state, sql, row)).issue! });
    }
    return all;
  });
  const grants: (readonly string[])[] = [];
  let before: Issue | undefined;
  for (const { kind, given } of rows) {
    const name = nameOf(given);
    const known = before && nameOf(before) === name ? before.manifest?.primary ?? [] : [];
    before = given;
    const granted = given.manifest?.primary.filter((path) => !known.includes(path)) ?? [];
    const isRelevant = kind === "answer" && (name === nameOf(issue) || name === "");
    if (isRelevant && granted.length > 0) grants.push(granted);
  }
  return grants;
}

/** Returns a key of an issue among those of its session; empty for grants without an issue. */
function nameOf({ id, title }: Pick<Issue, "id" | "title">): string {
  return id === "" ? title : id;
}
