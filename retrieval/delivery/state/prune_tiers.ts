import type { Retention } from "../../config/mod.ts";
import type { Sql, StateStore } from "./state_store.ts";

const SELECT_KEPT = "SELECT time FROM records ORDER BY id DESC LIMIT 1 OFFSET ?";

/** Sessions without records from a number on, of which nothing is as young as a time. */
const GOING = `SELECT session, sum(injections) AS injections FROM (
    SELECT session, time, 1 AS injections FROM tier_injections
    UNION ALL SELECT session, time, 0 FROM session_activity) AS given
  GROUP BY session HAVING max(time) < ?1
  AND NOT EXISTS (SELECT 1 FROM records WHERE records.session = given.session AND records.id >= ?2)`;
const SELECT_GOING = `${GOING} LIMIT ?3`;
const COUNT_GOING =
  `SELECT count(*) AS sessions, coalesce(sum(injections), 0) AS injections FROM (${GOING})`;

const TABLES = ["tier_injections", "session_activity", "tier_refreshes"];
const DELETES = TABLES.map((table) => `DELETE FROM ${table} WHERE session = ?`);

/** Sessions that go in one transaction, so that others write in between. */
const BATCH_SESSIONS = 100;

/** What tiers gave to some sessions. */
export interface TierCount {
  /** Sources that were given or refused. */
  readonly injections: number;
  /** How many sessions they are of, with those that only did something. */
  readonly sessions: number;
}

/**
 * Lets go of what tiers gave to sessions, and of what these did, where no record of the session is left and all of
 * it is older than the records that stay; returns what went. A session goes as a whole, as it would be given again what
 * it holds.
 *
 * @param options.limit Most sessions before it stops.
 */
export async function pruneTiers(
  state: StateStore,
  retention: Retention,
  { limit = Infinity }: { readonly limit?: number | undefined } = {},
): Promise<TierCount> {
  let [sessions, injections] = [0, 0];
  while (sessions < limit) {
    const gone = await state.write(async (sql) => {
      const most = Math.min(BATCH_SESSIONS, limit - sessions);
      type Going = Pick<TierCount, "injections"> & { readonly session: string };
      const going = await sql.all<Going>(
        SELECT_GOING,
        await findOldest(state, sql, retention),
        0,
        most,
      );
      for (const { session } of going) {
        for (const statement of DELETES) await sql.run(statement, session);
      }
      return going;
    });
    if (gone.length === 0) break;
    sessions += gone.length;
    injections += gone.reduce((sum, { injections }) => sum + injections, 0);
  }
  return { injections, sessions };
}

/** Returns what {@link pruneTiers} would let go of once the records below a number have gone. */
export async function planTierPruning(
  state: StateStore,
  retention: Retention,
  boundary: number,
): Promise<TierCount> {
  return await state.read(async (sql) =>
    (await sql.get<TierCount>(COUNT_GOING, await findOldest(state, sql, retention), boundary))!
  );
}

/** Returns the time from which on nothing goes. */
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
