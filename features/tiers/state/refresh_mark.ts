import type { Sql, StateStore } from "@dossier/retrieval/state";

/** State of a project at the last check of its triggers. */
export interface ProjectMark {
  /** Hash of the RFC in progress and its tasks. */
  readonly rfc: string;
  /** Name of the newest commit; absent without a repository. */
  readonly head?: string | undefined;
  /** Files that changed later were not checked; in milliseconds since 1970, absent when unknown. */
  readonly time?: number | undefined;
}

/** The activity of a session, and the state of its project, that was checked for triggers. */
export interface RefreshMark extends ProjectMark {
  /** Id of the last checked event; 0 for none. */
  readonly activity: number;
  /** Turns until then. */
  readonly turns: number;
  /** True when a trigger waits for the end of the cooldown. */
  readonly isWaiting: boolean;
}

const SELECT_MARK =
  "SELECT activity, turns, rfc, head, time, waiting FROM tier_refreshes WHERE session = ?";
const UPSERT_MARK = `INSERT OR REPLACE INTO tier_refreshes
  (session, activity, turns, rfc, head, time, waiting) VALUES (?, ?, ?, ?, ?, ?, ?)`;

/** Returns the mark of a session; undefined when it was never checked. */
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

/** Writes the mark of a session, in the caller's transaction. */
export async function writeRefreshMark(
  sql: Sql,
  session: string,
  { activity, turns, rfc, head, time, isWaiting }: RefreshMark,
): Promise<void> {
  const waiting = isWaiting ? 1 : 0;
  await sql.run(UPSERT_MARK, session, activity, turns, rfc, head ?? null, time ?? null, waiting);
}
