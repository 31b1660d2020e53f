import type { Sql, StateStore } from "@dossier/retrieval/state";

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

const SELECT_MARK =
  "SELECT activity, turns, rfc, head, time, waiting FROM tier_refreshes WHERE session = ?";
const UPSERT_MARK = `INSERT OR REPLACE INTO tier_refreshes
  (session, activity, turns, rfc, head, time, waiting) VALUES (?, ?, ?, ?, ?, ?, ?)`;

/** Returns how far what a session did has been looked at; undefined when it never was. */
export async function findRefreshMark(
  state: StateStore,
  session: string,
): Promise<RefreshMark | undefined> {
  type Row = RefreshMark & { readonly waiting: number };
  const row = await state.read((sql) => sql.get<Row>(SELECT_MARK, session));
  if (row === undefined) return undefined;
  const { waiting, ...mark } = row;
  return { ...mark, isWaiting: waiting === 1 };
}

/** Notes how far what a session did has been looked at, in the caller's transaction. */
export async function writeRefreshMark(
  sql: Sql,
  session: string,
  { activity, turns, rfc, head, time, isWaiting }: RefreshMark,
): Promise<void> {
  const waiting = isWaiting ? 1 : 0;
  await sql.run(UPSERT_MARK, session, activity, turns, rfc, head ?? null, time ?? null, waiting);
}
