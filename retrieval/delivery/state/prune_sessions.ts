import type { Retention } from "../../config/mod.ts";
import type { FeatureTables, Sql, StateStore } from "./state_store.ts";

const SELECT_KEPT = "SELECT time FROM records ORDER BY id DESC LIMIT 1 OFFSET ?";

/**
 * Number of sessions that are deleted in one transaction, so that other processes can write in
 * between.
 */
const BATCH_SESSIONS = 100;

/** Number of texts of features, besides bundles, for some sessions. */
export interface GivenCount {
  /** Number of delivered or refused texts. */
  readonly injections: number;
  /** Number of their sessions, with those that only have activity. */
  readonly sessions: number;
}

/**
 * Deletes the texts of features and the activity of sessions without remaining records, when all of
 * them are older than the kept records; returns the number of deleted ones. A session is deleted as
 * a whole, because it would otherwise receive texts again that it has.
 *
 * @param options.limit Maximum number of sessions.
 */
export async function pruneSessions(
  state: StateStore,
  retention: Retention,
  { limit = Infinity }: { readonly limit?: number | undefined } = {},
): Promise<GivenCount> {
  const select = `${buildOldSessionsQuery(state.features)} LIMIT ?3`;
  const deletes = listTables(state.features).map((table) =>
    `DELETE FROM ${table} WHERE session = ?`
  );
  let [sessions, injections] = [0, 0];
  while (sessions < limit) {
    const deleted = await state.write(async (sql) => {
      const most = Math.min(BATCH_SESSIONS, limit - sessions);
      const oldest = await findOldest(state, sql, retention);
      type Row = Pick<GivenCount, "injections"> & { readonly session: string };
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
 * Returns the number of texts that {@link pruneSessions} would delete after the records below a
 * number are deleted.
 */
export async function planSessionPruning(
  state: StateStore,
  retention: Retention,
  boundary: number,
): Promise<GivenCount> {
  const count = `SELECT count(*) AS sessions, coalesce(sum(injections), 0) AS injections
    FROM (${buildOldSessionsQuery(state.features)})`;
  return await state.read(async (sql) =>
    (await sql.get<GivenCount>(count, await findOldest(state, sql, retention), boundary))!
  );
}

function listTables(features: readonly FeatureTables[]): readonly string[] {
  return ["session_activity", ...features.flatMap(({ ofSessions }) => ofSessions?.names ?? [])];
}

/**
 * Returns the query for sessions without records from a number (the second parameter) on, all of whose rows are older
 * than a time (the first).
 */
function buildOldSessionsQuery(features: readonly FeatureTables[]): string {
  const queries = features.flatMap(({ ofSessions }) =>
    ofSessions === undefined ? [] : `UNION ALL SELECT session, time, 1 FROM ${ofSessions.given}`
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
