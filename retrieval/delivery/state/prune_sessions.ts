import type { Retention } from "../../config/mod.ts";
import type { FeatureTables, Sql, StateStore } from "./state_store.ts";

const SELECT_KEPT = "SELECT time FROM records ORDER BY id DESC LIMIT 1 OFFSET ?";

/**
 * Number of sessions that are deleted in one transaction, so that other processes can write in
 * between.
 */
const BATCH_SESSIONS = 100;

/** Counts of texts that features delivered in addition to bundles. */
export interface SessionTextCounts {
  /** Number of delivered or refused texts. */
  readonly injections: number;
  /** Number of sessions with such texts or with recorded activity. */
  readonly sessions: number;
}

/**
 * Deletes the texts of features and the activity of sessions that have no records any more. A
 * session is deleted when all its texts and its activity are older than the kept records. Returns
 * the numbers of deleted texts and sessions. It is deleted completely or not at all, because it
 * would otherwise receive texts again that it has.
 *
 * @param options.limit Maximum number of sessions.
 */
export async function pruneSessions(
  state: StateStore,
  retention: Retention,
  { limit = Infinity }: { readonly limit?: number | undefined } = {},
): Promise<SessionTextCounts> {
  const select = `${buildOldSessionsQuery(state.features)} LIMIT ?3`;
  const deletes = listTables(state.features).map((table) =>
    `DELETE FROM ${table} WHERE session = ?`
  );
  let [sessions, injections] = [0, 0];
  while (sessions < limit) {
    const deleted = await state.write(async (sql) => {
      const most = Math.min(BATCH_SESSIONS, limit - sessions);
      const oldest = await findOldest(state, sql, retention);
      type Row = Pick<SessionTextCounts, "injections"> & { readonly session: string };
      const rows = await sql.all<Row>(select, oldest, 0, most);
      for (const { session } of rows) {
        for (const statement of deletes) await sql.run(statement, session);
      }
      return rows;
    });
    if (deleted.length === 0) break;
    sessions += deleted.length;
    injections += deleted.reduce((sum, { injections }) => sum + injections, 0);
  }
  return { injections, sessions };
}

/**
 * Returns what {@link pruneSessions} would delete, assuming that all records with a number below
 * `boundary` are already deleted.
 */
export async function planSessionPruning(
  state: StateStore,
  retention: Retention,
  boundary: number,
): Promise<SessionTextCounts> {
  const count = `SELECT count(*) AS sessions, coalesce(sum(injections), 0) AS injections
    FROM (${buildOldSessionsQuery(state.features)})`;
  return await state.read(async (sql) =>
    (await sql.get<SessionTextCounts>(count, await findOldest(state, sql, retention), boundary))!
  );
}

function listTables(features: readonly FeatureTables[]): readonly string[] {
  return [
    "session_activity",
    ...features.flatMap(({ sessionTables }) => sessionTables?.names ?? []),
  ];
}

/**
 * Returns the query for sessions whose rows are all older than a time (the first parameter), and
 * that have no record with at least a given number (the second).
 */
function buildOldSessionsQuery(features: readonly FeatureTables[]): string {
  const queries = features.flatMap(({ sessionTables }) =>
    sessionTables === undefined
      ? []
      : `UNION ALL SELECT session, time, 1 FROM ${sessionTables.textsTable}`
  );
  return `SELECT session, sum(injections) AS injections FROM (
      SELECT session, time, 0 AS injections FROM session_activity ${queries.join(" ")}) AS given
    GROUP BY session HAVING max(time) < ?1 AND NOT EXISTS (
      SELECT 1 FROM records WHERE records.session = given.session AND records.id >= ?2)`;
}

/** Returns the time of the oldest text that is kept, in milliseconds since 1970. */
async function findOldest(
  state: StateStore,
  sql: Sql,
  { maxAgeMs, keep }: Retention,
): Promise<number> {
  return Math.max(
    maxAgeMs === undefined ? 0 : state.now() - maxAgeMs,
    keep === undefined ? 0 : await sql.value<number>(SELECT_KEPT, keep - 1) ?? 0,
  );
}
